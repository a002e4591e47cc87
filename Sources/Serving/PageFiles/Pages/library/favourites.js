/** The workouts that this browser marks as favourites, by ID. */

const key = 'favourites';

export const favourites = new Set(JSON.parse(localStorage.getItem(key) ?? '[]'));

/** Marks a workout, or takes the mark away. */
export function toggle(id) {
  if (!favourites.delete(id)) favourites.add(id);
  localStorage.setItem(key, JSON.stringify([...favourites]));
}
