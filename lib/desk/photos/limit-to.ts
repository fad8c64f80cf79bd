/** Lets at most `places` tasks run at a time; the others wait in the order in which they came. */
export function limitTo(places: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= places) await new Promise<void>((goOn) => waiting.push(goOn));
    else running += 1;
    try {
      return await task();
    } finally {
      // the place goes from hand to hand, so that nobody can slip in between
      const goOn = waiting.shift();
      if (goOn) goOn();
      else running -= 1;
    }
  };
}
