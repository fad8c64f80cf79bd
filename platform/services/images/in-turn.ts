/** Lets at most `places` tasks run at a time; the others wait in the order they came. */
export function limitTo(places: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = places;
  return async (task) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** Pictures being drawn at a time in this process: each takes memory for its upload and its pixels. */
export const drawInTurn = limitTo(2);
