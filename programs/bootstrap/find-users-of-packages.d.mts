export function findUsersOfPackages(root: string): { pid: number; what: string }[];
