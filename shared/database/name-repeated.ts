/** A statement that repeats is one of few texts; others are composed for one request, such as a search by several words. */
const mostNames = 300;
const mostSeen = 2_000;
const repeatsBefore = 3;

/**
 * Part of a statement that is never prepared: the best way to its rows depends so much on its values that a plan for any values takes
 * many times as long.
 */
export const plannedEachTime = '/* planned each time */';

/**
 * Names the statements that repeat: a connection parses a named statement once, and plans it a few times.
 * @returns the name, the same for every connection of the process; undefined for a statement that has not repeated yet
 */
export function nameRepeated(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  let seen = new Map<string, number>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= mostNames || text.includes(plannedEachTime)) return known;
    const repeats = (seen.get(text) ?? 0) + 1;
    if (repeats <= repeatsBefore) {
      if (seen.size >= mostSeen) seen = new Map();
      seen.set(text, repeats);
      return undefined;
    }
    seen.delete(text);
    const name = `repeated_${names.size}`;
    names.set(text, name);
    return name;
  };
}
