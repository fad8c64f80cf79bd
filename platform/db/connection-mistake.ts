import pg from 'pg';

/**
 * Explains in one sentence why the database cannot be used, if an operator can fix it; undefined for any other error.
 */
export function describeConnectionMistake(error: unknown, url: string): string | undefined {
  const { host, pathname, username } = new URL(url);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (!(error instanceof pg.DatabaseError)) {
    const isUnreachable = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'].some(
      (one) => one === code,
    );
    return isUnreachable ? `No PostgreSQL answers at ${host}: start it, or correct PLATFORM_DATABASE_URL.` : undefined;
  }
  switch (code) {
    case '28P01':
    case '28000':
      return `PostgreSQL at ${host} does not let "${username}" in: correct the name or password in PLATFORM_DATABASE_URL.`;
    case '3D000':
      return `PostgreSQL at ${host} has no database "${pathname.slice(1)}": create it, or correct PLATFORM_DATABASE_URL.`;
    case '42501':
      return `"${decodeURIComponent(username)}" lacks a right in PostgreSQL at ${host} (${error.message}): it must own the database, and the roles that "npm run -s platform:admin -- print-roles-sql --login ${decodeURIComponent(username)}" prints must have been made.`;
    default:
      return undefined;
  }
}
