import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { ChildProgram } from '#scripts/child-program.ts';
import { runAdmin, startDemo, startDesk, startPlatform } from '#scripts/demo.ts';

/** A desk and a platform of this test worker alone, each of which can be killed and started again. */
export interface Stack {
  deskUrl: string;
  platformUrl: string;
  password: string;
  dataDir: string;
  /** When both programs were ready, with the demo chain as it was seeded. */
  startedAt: Date;
  killDesk(): Promise<void>;
  startDesk(): Promise<void>;
  killPlatform(): Promise<void>;
  startPlatform(): Promise<void>;
  platformAdmin<T>(...args: string[]): Promise<T>;
  stop(): Promise<void>;
}

export async function startStack(): Promise<Stack> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-e2e-'));
  fs.chmodSync(dataDir, 0o755);
  const password = 'correct horse battery';
  const [deskPort, platformPort] = await findFreePorts(2);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(deskPort),
    PLATFORM_PORT: String(platformPort),
    DEMO_PASSWORD: password,
  };
  const demo = await startDemo({ env, deskScript: 'desk.ts' });
  let desk: ChildProgram | undefined = demo.desk;
  let platform: ChildProgram | undefined = demo.platform;
  return {
    deskUrl: demo.desk.address,
    platformUrl: demo.platform.address,
    password,
    dataDir,
    startedAt: new Date(),
    killDesk: async () => {
      await desk?.kill();
      desk = undefined;
    },
    startDesk: async () => {
      desk ??= await startDesk(env, 'desk.ts');
    },
    killPlatform: async () => {
      await platform?.kill();
      platform = undefined;
    },
    startPlatform: async () => {
      platform ??= await startPlatform(env);
    },
    platformAdmin: <T>(...args: string[]) => runAdmin<T>(env, 'platform-admin.ts', args),
    stop: async () => {
      // a killed program leaves its database running: starting and stopping it again is the clean way out
      desk ??= await startDesk(env, 'desk.ts');
      platform ??= await startPlatform(env);
      await Promise.all([desk.stop(), platform.stop()]);
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Ports of loopback that nothing listens on at this moment. */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => net.createServer());
  const ports = await Promise.all(
    servers.map(async (server) => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return (server.address() as net.AddressInfo).port; // safe because: it listens on TCP
    }),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
