/** A target is for one day, or for several in a row: a month has this many at most. */
export const mostTargetDays = 31;
