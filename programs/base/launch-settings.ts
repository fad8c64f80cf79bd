import path from 'node:path';
import { UserError } from './user-error.ts';

/** The environment that the launchers read themselves; each program validates the rest. */
interface LaunchSettings {
  dataDir: string;
  host: string;
  deskPort: number;
  platformPort: number;
}

/** @throws UserError naming the invalid variable */
export function readLaunchSettings(env: NodeJS.ProcessEnv = process.env): LaunchSettings {
  return {
    dataDir: path.resolve(env.DATA_DIR || '.data'),
    host: env.HOST || '127.0.0.1',
    deskPort: readPort(env, 'PORT', 3000),
    platformPort: readPort(env, 'PLATFORM_PORT', 4010),
  };
}

/** @throws UserError naming the variable if it is not a port */
export function readPort(env: Record<string, string | undefined>, name: string, preset: number): number {
  const value = env[name];
  if (!value) return preset;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new UserError(`${name} is "${value}": set it to a port number from 1 to 65535.`);
  }
  return port;
}
