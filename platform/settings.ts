import { BlockList, isIP, isIPv6 } from 'node:net';
import { z } from 'zod';
import { EnvironmentError } from './environment-error.ts';
import { type Dialect, dialects } from './http/sandbox/dialects.ts';
import type { LogLevel } from './log.ts';

export interface PlatformSettings {
  host: string;
  port: number;
  databaseUrl: string;
  /** Loopback webhooks and fault switches. */
  sandbox: boolean;
  /** How the sandbox speaks, where it speaks otherwise than the platform. */
  dialect?: Dialect;
  /** Whether members of the demo chain come and go. */
  simulator: boolean;
  /** Keeps the secrets of webhooks at rest. */
  secret: string;
  /** What was sealed under it still opens. */
  previousSecret: string | undefined;
  trustedProxies: BlockList;
  tls?: { certFile: string; keyFile: string };
  logLevel: LogLevel;
}

const absentWhenBlank = (value: unknown) => (value === '' ? undefined : value);
const setting = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(absentWhenBlank, schema);

const onOrOff = (name: string) =>
  setting(
    z.stringbool({ truthy: ['1', 'true'], falsy: ['0', 'false'], error: `${name} must be 1 or 0.` }).default(false),
  );

const environment = z.object({
  HOST: setting(z.string().default('127.0.0.1')),
  PLATFORM_PORT: setting(
    z.coerce
      .number('PLATFORM_PORT must be a port number from 0 to 65535.')
      .int('PLATFORM_PORT must be a port number from 0 to 65535.')
      .min(0, 'PLATFORM_PORT must be a port number from 0 to 65535.')
      .max(65_535, 'PLATFORM_PORT must be a port number from 0 to 65535.')
      .default(4010),
  ),
  PLATFORM_DATABASE_URL: setting(
    z
      .string('PLATFORM_DATABASE_URL is missing: set it to postgres://user:password@host:5432/name.')
      .regex(
        /^postgres(ql)?:\/\//,
        'PLATFORM_DATABASE_URL is not a PostgreSQL address: set it to postgres://user:password@host:5432/name.',
      ),
  ),
  PLATFORM_SANDBOX: onOrOff('PLATFORM_SANDBOX'),
  PLATFORM_DIALECT: setting(
    z.enum(dialects, { error: `PLATFORM_DIALECT must be one of ${dialects.join(', ')}, or not set.` }).optional(),
  ),
  PLATFORM_SIMULATOR: onOrOff('PLATFORM_SIMULATOR'),
  PLATFORM_SECRET: setting(
    z
      .string('PLATFORM_SECRET is missing: set it to a random text of at least 32 characters.')
      .min(32, 'PLATFORM_SECRET is too short: set it to a random text of at least 32 characters.'),
  ),
  PLATFORM_SECRET_PREVIOUS: setting(z.string().optional()),
  PLATFORM_TRUSTED_PROXIES: setting(z.string().default('').transform(readProxies)),
  PLATFORM_TLS_CERT: setting(z.string().optional()),
  PLATFORM_TLS_KEY: setting(z.string().optional()),
  LOG_LEVEL: setting(
    z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
        error: 'LOG_LEVEL must be one of fatal, error, warn, info, debug, silent.',
      })
      .default('info'),
  ),
});

/** @throws EnvironmentError with one sentence for every variable that is wrong */
export function readSettings(env: Record<string, string | undefined>): PlatformSettings {
  const read = environment.safeParse(env);
  if (!read.success) throw new EnvironmentError(read.error.issues.map(({ message }) => message).join('\n'));
  const { data } = read;
  return {
    host: data.HOST,
    port: data.PLATFORM_PORT,
    databaseUrl: data.PLATFORM_DATABASE_URL,
    sandbox: data.PLATFORM_SANDBOX,
    dialect: readDialect(data.PLATFORM_DIALECT, data.PLATFORM_SANDBOX),
    simulator: data.PLATFORM_SIMULATOR,
    secret: data.PLATFORM_SECRET,
    previousSecret: data.PLATFORM_SECRET_PREVIOUS,
    trustedProxies: data.PLATFORM_TRUSTED_PROXIES,
    tls: readTls(data.PLATFORM_TLS_CERT, data.PLATFORM_TLS_KEY),
    logLevel: data.LOG_LEVEL,
  };
}

/** A platform that members depend on speaks one language. */
function readDialect(dialect: Dialect | undefined, sandbox: boolean): Dialect | undefined {
  if (!dialect || sandbox) return dialect;
  throw new EnvironmentError(
    'PLATFORM_DIALECT is for the sandbox alone: set PLATFORM_SANDBOX=1 as well, or leave it out.',
  );
}

function readTls(certFile: string | undefined, keyFile: string | undefined): PlatformSettings['tls'] {
  if (certFile && keyFile) return { certFile, keyFile };
  if (!certFile && !keyFile) return undefined;
  throw new EnvironmentError('PLATFORM_TLS_CERT and PLATFORM_TLS_KEY must be set together.');
}

/** Addresses and networks such as `10.0.0.0/8`, separated by commas. */
function readProxies(text: string, context: z.RefinementCtx): BlockList {
  const proxies = new BlockList();
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue;
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    const longest = family === 'ipv6' ? 128 : 32;
    const isNetwork = bits !== undefined && /^\d{1,3}$/.test(bits) && Number(bits) <= longest;
    if (!isIP(address) || (bits !== undefined && !isNetwork)) {
      context.addIssue(`PLATFORM_TRUSTED_PROXIES has "${entry}": list addresses or networks such as 10.0.0.0/8.`);
    } else if (isNetwork) {
      proxies.addSubnet(address, Number(bits), family);
    } else {
      proxies.addAddress(address, family);
    }
  }
  return proxies;
}
