import type { InterfaceName } from './interface-names.ts';
import type { Tools } from './tools.ts';
import type { Gateway } from './traffic/gateway.ts';
import type { Gym, PlatformUnderTest } from './traffic/platform-under-test.ts';

/** The input of a tool: one interface of a running platform, with a gym of its own. */
export interface Trial {
  name: InterfaceName;
  tools: Tools;
  platform: PlatformUnderTest;
  gateway: Gateway;
  gym: Gym;
  /** The working folder of the tool. */
  folder: string;
}

export interface Judged {
  tool: string;
  /** The number of requests that reached the platform. */
  exchanges: number;
  /** The number of different operations among them. */
  operations: number;
  /** One line per violation. */
  violations: string[];
}
