export const interfaceNames = ['v1', 'v2', 'export'] as const;
export type InterfaceName = (typeof interfaceNames)[number];
