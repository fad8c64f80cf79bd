/** The value of a cookie in a `Cookie` header. If a name occurs more than once, the last one counts, as in Next. */
export function cookieIn(header: string | null | undefined, name: string): string | undefined {
  const given = (header ?? '').split(';').map((cookie) => cookie.trim());
  const value = given.findLast((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
  return value === undefined ? undefined : decoded(value);
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
