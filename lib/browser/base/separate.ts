/**
 * Copies an input so that no object occurs in it twice. React serialises a repeated object as a reference, which the
 * desk's server actions do not accept. Anything but plain objects and arrays, such as a file, is not copied.
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
