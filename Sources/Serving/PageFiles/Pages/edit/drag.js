/** Rows that are dragged by their grips. */

/** Calls `move(path, group, index)` when a row is dropped beside another, or into a group without any. */
export function dragRows(container, move) {
  let [dragged, target] = [null, null];
  const clear = () => {
    delete target?.dataset.drop;
    target = null;
  };
  container.addEventListener('pointerdown', (event) => {
    if (!event.target.matches('.grip') || event.button > 0) return;
    event.preventDefault();
    container.setPointerCapture(event.pointerId);
    dragged = event.target.closest('li');
    dragged.dataset.dragged = '';
  });
  container.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (!dragged) return;
    clear();
    const edge = 48;
    if (clientY < 2 * edge) scrollBy(0, -12);
    if (clientY > innerHeight - 2 * edge) scrollBy(0, 12);
    const row = document.elementFromPoint(clientX, clientY)?.closest('#nodes li');
    if (!row || dragged.contains(row)) return;
    const box = row.getBoundingClientRect();
    target = row;
    target.dataset.drop = clientY < box.top + box.height / 2 ? 'before' : 'after';
  });
  const end = (isDropped) => {
    if (dragged && target && isDropped) {
      const place = target.dataset.path.split('.').map(Number);
      const index = place.pop() + (target.dataset.drop === 'after' ? 1 : 0);
      move(dragged.dataset.path.split('.').map(Number), place, index);
    }
    delete dragged?.dataset.dragged;
    dragged = null;
    clear();
  };
  container.addEventListener('pointerup', () => end(true));
  container.addEventListener('pointercancel', () => end(false));
}
