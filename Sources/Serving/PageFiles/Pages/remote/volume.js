/** Volume in per cent, by the cubic law of PulseAudio; a run has decibels. */

/** The gain that is mute. */
export const lowest = -60;
const highest = 12;

/** The per cent of a gain. */
export const percentOf = (gain) => (gain <= lowest ? 0 : Math.round(100 * 10 ** (gain / 60)));

/** The gain of a per cent, in tenths of a decibel. */
export const gainOf = (percent) =>
  (percent <= 0 ? lowest : Math.max(lowest, Math.min(highest, Math.round(600 * Math.log10(percent / 100)) / 10)));
