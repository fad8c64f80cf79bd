import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findFreePort } from '#programs/base/free-ports.ts';
import { startPlatform } from '#programs/demo/demo.ts';
import { runPlatformAdmin } from '#programs/demo/run-admin.ts';
import { ownSurroundings } from '#tools/testing/own-surroundings.ts';

/** The output of `create-gym` of the operator's CLI. */
export interface Gym {
  chainId: string;
  gymId: string;
  legacyGymId: number;
  apiKey: string;
  accessToken: string;
}

/** A platform as integrators run it: the built-in launcher with an empty data folder of its own, in a sandbox. */
export interface PlatformUnderTest {
  url: string;
  dataDir: string;
  /** Creates a gym in a chain of its own. */
  createGym(): Promise<Gym>;
  admin<T>(...args: string[]): Promise<T>;
  /** Stops it and removes the data folder. */
  stop(): Promise<void>;
}

export async function startPlatformUnderTest(): Promise<PlatformUnderTest> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-conformance-'));
  fs.chmodSync(dataDir, 0o755);
  const env = {
    ...ownSurroundings(),
    DATA_DIR: dataDir,
    PLATFORM_PORT: String(await findFreePort()),
    PLATFORM_DIALECT: '',
    PLATFORM_SIMULATOR: '',
  };
  const program = await startPlatform(env);
  const admin = <T>(...args: string[]) => runPlatformAdmin<T>(env, args);
  return {
    url: program.address,
    dataDir,
    admin,
    createGym: () =>
      admin<Gym>('create-gym', '--name', 'Conformance', '--time-zone', 'Europe/Berlin', '--corporate-network'),
    stop: async () => {
      await program.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
