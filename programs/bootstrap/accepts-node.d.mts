export function acceptsNode(version: string): boolean;
