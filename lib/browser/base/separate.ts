/**
 * The same input without one object in two places, which React would write as a reference; the door of the desk takes none
 * of those. What is no plain object or list, such as a file, stays what it is.
 */
export function separate<Input>(input: Input): Input {
  return copy(input) as Input; // safe because: the copy has the shape of what was copied
}

function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copy(inner)]));
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
