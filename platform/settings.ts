import type { BlockList } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { EnvironmentError } from '#shared/environment-error.ts';
import type { LogLevel } from '#shared/log/log.ts';
import { networkListOf } from '#shared/network/network-list.ts';
import { networkSetting } from '#shared/network/network-setting.ts';
import { hostInUrl } from './base/host-in-url.ts';
import { type Dialect, dialects } from './http/sandbox/dialects.ts';
import type { S3Settings } from './services/exports/files/s3-store.ts';

export interface PlatformSettings {
  host: string;
  port: number;
  databaseUrl: string;
  /** A replica from which files of the data export are read. */
  exportsDatabaseUrl: string | undefined;
  /** Allows webhooks to loopback addresses, and everything below `/sandbox`. */
  sandbox: boolean;
  /** With it, clients on other machines may use what a sandbox offers to its own. */
  sandboxToken: string | undefined;
  /** How the sandbox's responses differ from the platform's, if they do. */
  dialect?: Dialect;
  /** Whether simulated members of the demo chain come and go. */
  simulator: boolean;
  /** Whether a demo chain has two years of training. */
  demoTraining: boolean;
  /** The key that encrypts webhook secrets in the database. */
  secret: string;
  /** The previous key: it still decrypts old secrets. */
  previousSecret: string | undefined;
  trustedProxies: BlockList;
  /** Networks without eavesdroppers: clients in them may use plain HTTP. */
  trustedNetworks: BlockList;
  tls?: { certFile: string; keyFile: string };
  /** Whether owners need a passkey at the console. */
  requiresPasskeys: boolean;
  /** Base URL of the platform for clients, without a trailing slash. */
  publicUrl: string;
  exportStore: ExportStoreSettings;
  logLevel: LogLevel;
}

/** Where files of the data export are stored: in a folder, or in a bucket. */
type ExportStoreSettings = { folder: string } | S3Settings;

const absentWhenBlank = (value: unknown) => (value === '' ? undefined : value);
const setting = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(absentWhenBlank, schema);

const onOrOff = (name: string, usually = false) =>
  setting(
    z.stringbool({ truthy: ['1', 'true'], falsy: ['0', 'false'], error: `${name} must be 1 or 0.` }).default(usually),
  );

const networks = (name: string) => setting(networkSetting(name).transform(networkListOf));

const notAnAddress =
  'PLATFORM_PUBLIC_URL is not an address without a path: set it to one such as https://mms.example.com.';

const isBareAddress = (url: string) => {
  const { protocol, origin } = URL.parse(url) ?? {};
  return /^https?:$/.test(protocol ?? '') && [origin, `${origin}/`].includes(url);
};

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
  PLATFORM_EXPORTS_DATABASE_URL: setting(
    z
      .string()
      .regex(
        /^postgres(ql)?:\/\//,
        'PLATFORM_EXPORTS_DATABASE_URL is not a PostgreSQL address: set it to postgres://user:password@host:5432/name.',
      )
      .optional(),
  ),
  PLATFORM_SANDBOX: onOrOff('PLATFORM_SANDBOX'),
  PLATFORM_SANDBOX_TOKEN: setting(
    z
      .string()
      .min(32, 'PLATFORM_SANDBOX_TOKEN is too short: set it to a random text of at least 32 characters.')
      .optional(),
  ),
  PLATFORM_DIALECT: setting(
    z.enum(dialects, { error: `PLATFORM_DIALECT must be one of ${dialects.join(', ')}, or not set.` }).optional(),
  ),
  PLATFORM_SIMULATOR: onOrOff('PLATFORM_SIMULATOR'),
  PLATFORM_DEMO_TRAINING: onOrOff('PLATFORM_DEMO_TRAINING', true),
  PLATFORM_SECRET: setting(
    z
      .string('PLATFORM_SECRET is missing: set it to a random text of at least 32 characters.')
      .min(32, 'PLATFORM_SECRET is too short: set it to a random text of at least 32 characters.'),
  ),
  PLATFORM_SECRET_PREVIOUS: setting(z.string().optional()),
  PLATFORM_TRUSTED_PROXIES: networks('PLATFORM_TRUSTED_PROXIES'),
  PLATFORM_TRUSTED_NETWORKS: networks('PLATFORM_TRUSTED_NETWORKS'),
  PLATFORM_TLS_CERT: setting(z.string().optional()),
  PLATFORM_TLS_KEY: setting(z.string().optional()),
  PLATFORM_PUBLIC_URL: setting(
    z
      .string()
      .refine(isBareAddress, notAnAddress)
      .transform((url) => new URL(url).origin)
      .optional(),
  ),
  PLATFORM_REQUIRES_PASSKEYS: onOrOff('PLATFORM_REQUIRES_PASSKEYS'),
  DATA_DIR: setting(z.string().default('.data')),
  PLATFORM_EXPORTS_DIR: setting(z.string().optional()),
  PLATFORM_EXPORTS_S3_URL: setting(
    z
      .url({
        protocol: /^https?$/,
        error: 'PLATFORM_EXPORTS_S3_URL is not the address of a bucket: set it to https://host/bucket.',
      })
      .optional(),
  ),
  PLATFORM_EXPORTS_S3_REGION: setting(z.string().default('auto')),
  PLATFORM_EXPORTS_S3_PREFIX: setting(
    z
      .string()
      .regex(/^([\w.-]+\/)*$/, 'PLATFORM_EXPORTS_S3_PREFIX must be empty or end with a slash, such as exports/.')
      .default('exports/'),
  ),
  PLATFORM_EXPORTS_S3_KEY: setting(z.string().optional()),
  PLATFORM_EXPORTS_S3_SECRET: setting(z.string().optional()),
  LOG_LEVEL: setting(
    z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
        error: 'LOG_LEVEL must be one of fatal, error, warn, info, debug, silent.',
      })
      .default('info'),
  ),
});

/** @throws EnvironmentError with one sentence for every invalid variable */
export function readSettings(env: Record<string, string | undefined>): PlatformSettings {
  const read = environment.safeParse(env);
  if (!read.success) throw new EnvironmentError(read.error.issues.map(({ message }) => message).join('\n'));
  const { data } = read;
  const tls = readTls(data.PLATFORM_TLS_CERT, data.PLATFORM_TLS_KEY);
  const ownUrl = `${tls ? 'https' : 'http'}://${hostInUrl(data.HOST)}:${data.PLATFORM_PORT}`;
  return {
    host: data.HOST,
    port: data.PLATFORM_PORT,
    databaseUrl: data.PLATFORM_DATABASE_URL,
    exportsDatabaseUrl: data.PLATFORM_EXPORTS_DATABASE_URL,
    sandbox: data.PLATFORM_SANDBOX,
    sandboxToken: data.PLATFORM_SANDBOX_TOKEN,
    dialect: readDialect(data.PLATFORM_DIALECT, data.PLATFORM_SANDBOX),
    simulator: data.PLATFORM_SIMULATOR,
    demoTraining: data.PLATFORM_SANDBOX && data.PLATFORM_DEMO_TRAINING,
    secret: data.PLATFORM_SECRET,
    previousSecret: data.PLATFORM_SECRET_PREVIOUS,
    trustedProxies: data.PLATFORM_TRUSTED_PROXIES,
    trustedNetworks: data.PLATFORM_TRUSTED_NETWORKS,
    tls,
    requiresPasskeys: data.PLATFORM_REQUIRES_PASSKEYS,
    publicUrl: data.PLATFORM_PUBLIC_URL ?? ownUrl,
    exportStore: readExportStore(data),
    logLevel: data.LOG_LEVEL,
  };
}

/** Dialects are allowed in a sandbox only. */
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

function readExportStore(env: z.infer<typeof environment>): ExportStoreSettings {
  const { PLATFORM_EXPORTS_S3_URL: url, PLATFORM_EXPORTS_S3_KEY: key, PLATFORM_EXPORTS_S3_SECRET: secret } = env;
  if (url && key && secret) {
    return { url, key, secret, region: env.PLATFORM_EXPORTS_S3_REGION, prefix: env.PLATFORM_EXPORTS_S3_PREFIX };
  }
  if (url || key || secret) {
    throw new EnvironmentError(
      'PLATFORM_EXPORTS_S3_URL, PLATFORM_EXPORTS_S3_KEY and PLATFORM_EXPORTS_S3_SECRET must be set together.',
    );
  }
  return { folder: path.resolve(env.PLATFORM_EXPORTS_DIR ?? path.join(env.DATA_DIR, 'exports')) };
}
