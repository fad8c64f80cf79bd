import type { InterfaceName } from './interface-names.ts';
import type { Tools } from './tools.ts';
import type { Gateway } from './traffic/gateway.ts';
import type { Gym, PlatformUnderTest } from './traffic/platform-under-test.ts';

/** What one tool judges: one interface of a running platform, asked for a gym of its own. */
export interface Trial {
  name: InterfaceName;
  tools: Tools;
  platform: PlatformUnderTest;
  gateway: Gateway;
  gym: Gym;
  /** For what the tool reads and writes. */
  folder: string;
}

export interface Judged {
  tool: string;
  /** Requests that reached the platform. */
  exchanges: number;
  /** Operations among them. */
  operations: number;
  /** What is wrong, a line each. */
  violations: string[];
}
