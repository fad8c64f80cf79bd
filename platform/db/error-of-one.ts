import pg from 'pg';

/**
 * Classes of SQLSTATE that the values of a question may cause: number of rows, data, constraints, limits of the program
 * (such as the longest entry of an index). A deadlock (40) is caused by questions that are asked together.
 */
const classes = ['21', '22', '23', '40', '54'];

/**
 * Whether the values of one question may have caused an error. All others would be the same for every question: of the
 * network, of a full pool, of a server that shuts down, became read-only or ended a statement after its timeout. Not by the
 * severity, which is in the language of the server.
 */
export const isErrorOfOne = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && classes.includes(error.code?.slice(0, 2) ?? '');
