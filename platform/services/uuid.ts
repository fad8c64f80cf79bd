const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether PostgreSQL accepts the text as a uuid, of any version. */
export const isUuid = (text: string): boolean => uuidPattern.test(text);
