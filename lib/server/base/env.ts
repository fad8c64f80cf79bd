import { z } from 'zod';
import { legacyUrl, originUrl } from '#lib/wire/platform-access.ts';
import { fullZoneName, readTimeZone } from '#shared/calendar/time-zone.ts';
import { EnvironmentError } from '#shared/environment-error.ts';
import { isGuardedAddress } from '#shared/https/guarded-address.ts';
import { isLoopback } from '#shared/network/loopback.ts';
import { networkSetting } from '#shared/network/network-setting.ts';

const unset = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value);
const variable = <T extends z.ZodType>(schema: T) => z.preprocess(unset, schema);

const required = (name: string, what: string) =>
  variable(z.string({ error: `${name} is not set: set it to ${what}.` }));

/** The address of an SMTP server, with the user and the password if it asks for them. */
const smtpUrl = (name: string) =>
  z.string().refine(
    (value) => {
      const url = URL.parse(value);
      return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && /^\/?$/.test(url.pathname);
    },
    // the value is not repeated, since it may contain a password
    `${name} is not the address of a mail server: set it to smtps://user:password@mail.example.com.`,
  );

/** The sender of e-mails: an address, with a name before it or without. */
const sender = (name: string) =>
  z
    .string()
    .trim()
    .refine((value) => /^([^<>@\p{Cc}]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u.test(value), {
      error: `${name} is not a sender: set it to Front Desk <desk@example.com>.`,
    });

/** Hosts of DESK_PLAIN_HTTP_HOSTS, to which the operator allows plain HTTP. */
const readPlainHosts = (source: Record<string, string | undefined>): string[] =>
  (source.DESK_PLAIN_HTTP_HOSTS ?? '').split(',').map((host) => host.trim().toLowerCase());

/** Whether requests to an address are safe from eavesdropping: by HTTPS, on this machine, or to an allowed host. */
const isGuarded = (address: string, source: Record<string, string | undefined> = process.env) => {
  const plainHosts = readPlainHosts(source);
  return isGuardedAddress(new URL(address), (host) => isLoopback(host) || plainHosts.includes(host));
};
const unguarded = (name: string) =>
  `${name} would send credentials unencrypted: set it to an address that begins with https://.`;

/** An origin that credentials are sent to. */
export const guardedOrigin = (name: string, example: string) =>
  originUrl(name, example).refine((address) => isGuarded(address), unguarded(name));

/** An address of a legacy interface, to which credentials are sent. */
export const legacyAddress = (name: string) => legacyUrl(name).refine((address) => isGuarded(address), unguarded(name));

/** An IANA name, as `readTimeZone` spells it. */
export const timeZoneName = (name: string) =>
  z.string().transform((value, context) => {
    const timeZone = readTimeZone(value);
    if (timeZone !== null) return timeZone;
    context.addIssue(`${name} is "${value}", which is not a time zone: set it to an IANA name such as Europe/Berlin.`);
    return z.NEVER;
  });

/** The time zone of the machine; UTC where that has no IANA name, as with the environment variable `TZ=GMT+2`. */
const timeZoneOfMachine = () => readTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone ?? '') ?? 'UTC';

const variables = z.object({
  PORT: variable(
    z
      .string()
      .default('3000')
      .transform(Number)
      .refine((port) => Number.isInteger(port) && port >= 1 && port <= 65_535, {
        error: 'PORT is not a port: set it to a number from 1 to 65535.',
      }),
  ),
  HOST: variable(z.string().default('127.0.0.1')),
  DATA_DIR: variable(z.string().default('.data')),
  DESK_URL: variable(originUrl('DESK_URL', 'https://desk.example.com').optional()),
  DESK_TRUSTED_PROXIES: variable(networkSetting('DESK_TRUSTED_PROXIES')),
  DESK_PLAIN_HTTP_NETWORKS: variable(networkSetting('DESK_PLAIN_HTTP_NETWORKS')),
  DESK_SECURITY_CONTACT: variable(
    z
      .string()
      .trim()
      .refine((value) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:[+\d-]+)$/.test(value), {
        error:
          'DESK_SECURITY_CONTACT is not an address: set it to mailto:security@example.com, or to one that begins with https://.',
      })
      .optional(),
  ),
  DESK_VERSION: variable(z.string().trim().max(100).default('development')),
  DESK_SECRET: required('DESK_SECRET', 'a random text of at least 32 characters, and keep it').refine(
    (value) => value.length >= 32,
    'DESK_SECRET is too short: set it to a random text of at least 32 characters, and keep it.',
  ),
  DESK_SECRET_PREVIOUS: variable(z.string().optional()),
  DESK_DATABASE_URL: required(
    'DESK_DATABASE_URL',
    'the address of a PostgreSQL database, such as postgres://user:password@host:5432/desk',
  ).refine(
    (value) => /^postgres(ql)?:\/\//.test(value),
    'DESK_DATABASE_URL is not a PostgreSQL address: set it to postgres://user:password@host:5432/desk.',
  ),
  DEMO_PLATFORM_URL: variable(
    originUrl('DEMO_PLATFORM_URL', 'http://127.0.0.1:4010')
      .refine(
        (address) => isLoopback(new URL(address).hostname),
        'DEMO_PLATFORM_URL is not on this machine: only a sandbox beside the desk may be switched off.',
      )
      .optional(),
  ),
  SMTP_URL: variable(smtpUrl('SMTP_URL').optional()),
  SMTP_FROM: variable(sender('SMTP_FROM').optional()),
  GYM_NAME: variable(z.string().trim().max(200).default('My gym')),
  GYM_TIME_ZONE: variable(
    // a desk that has run with a short name must still start
    z
      .string()
      .transform((name) => readTimeZone(name) ?? fullZoneName(name) ?? name)
      .pipe(timeZoneName('GYM_TIME_ZONE'))
      .default(timeZoneOfMachine),
  ),
  GYM_API_URL: variable(originUrl('GYM_API_URL', 'https://api.example.com').optional()),
  DESK_PLAIN_HTTP_HOSTS: variable(z.string().default('')),
  GYM_API_KEY: variable(z.string().trim().optional()),
  GYM_V1_URL: variable(legacyUrl('GYM_V1_URL').optional()),
  GYM_V1_GYM_ID: variable(z.string().trim().optional()),
  GYM_V1_TOKEN: variable(z.string().trim().optional()),
  GYM_EXPORT_URL: variable(originUrl('GYM_EXPORT_URL', 'https://export.example.com').optional()),
  GYM_EXPORT_KEY: variable(z.string().trim().optional()),
});

type Variables = z.infer<typeof variables>;

/** Variables that the desk reads, by name. */
export const deskVariables = Object.keys(variables.shape);

/** Variables that must be set together, each with its meaning. */
const groups: Partial<Record<keyof Variables, string>>[] = [
  { GYM_API_URL: "the address of the gym's platform", GYM_API_KEY: 'the API key of the gym' },
  {
    GYM_V1_URL: 'the address of the legacy interface',
    GYM_V1_GYM_ID: 'the id of the gym in the legacy interface',
    GYM_V1_TOKEN: 'the access token of the legacy interface',
  },
  {
    SMTP_URL: 'the address of the mail server',
    SMTP_FROM: 'the sender of e-mails, such as Front Desk <desk@example.com>',
  },
  { GYM_EXPORT_URL: 'the address of the data export', GYM_EXPORT_KEY: 'the API key of the data export' },
];

function missingPartners(source: Record<string, string | undefined>): string[] {
  const isSet = (name: string) => unset(source[name]) !== undefined;
  return groups.flatMap((group) => {
    const names = Object.keys(group) as (keyof Variables)[]; // safe because: groups are literals over Variables
    const given = names.find(isSet);
    if (!given) return [];
    return names
      .filter((name) => !isSet(name))
      .map((name) => `${given} is set but ${name} is not: set ${name} to ${group[name]}.`);
  });
}

function unguardedAddresses(data: Variables, source: Record<string, string | undefined>): string[] {
  const names = ['GYM_API_URL', 'GYM_V1_URL', 'GYM_EXPORT_URL'] as const;
  return names.filter((name) => data[name] && !isGuarded(data[name], source)).map(unguarded);
}

/** An e-mail holds a link, which leads nowhere if it names the default address. */
const missingAddress = (source: Record<string, string | undefined>): string[] =>
  unset(source.SMTP_URL) === undefined || unset(source.DESK_URL) !== undefined
    ? []
    : ['SMTP_URL is set but DESK_URL is not: set DESK_URL to the address that people open, which e-mails link to.'];

export type Env = Omit<Variables, 'DESK_URL'> & {
  /** The public address, without a trailing slash. */
  DESK_URL: string;
};

/**
 * Reads and checks the desk's environment.
 * @throws EnvironmentError which names every wrong variable and what to set it to
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const parsed = variables.safeParse(source);
  const mistakes = parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
  mistakes.push(
    ...(parsed.success ? unguardedAddresses(parsed.data, source) : []),
    ...missingPartners(source),
    ...missingAddress(source),
  );
  if (!parsed.success || mistakes.length > 0) throw new EnvironmentError(mistakes.join('\n'));
  const { HOST, PORT, DESK_URL = addressOf(HOST, PORT) } = parsed.data;
  return { ...parsed.data, DESK_URL };
}

function addressOf(host: string, port: number): string {
  const isEveryAddress = host === '0.0.0.0' || host === '::';
  const name = isEveryAddress ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** What the operator's commands need of the environment. They run beside the desk. */
export type AdminEnv = Pick<Env, 'DESK_SECRET' | 'DESK_SECRET_PREVIOUS' | 'DESK_DATABASE_URL'> & {
  /** Null where the environment has no valid one: few commands need it. */
  DESK_URL: string | null;
};

/** @throws EnvironmentError */
export function readAdminEnv(source: Record<string, string | undefined> = process.env): AdminEnv {
  const parsed = variables
    .pick({ DESK_SECRET: true, DESK_SECRET_PREVIOUS: true, DESK_DATABASE_URL: true })
    .safeParse(source);
  if (!parsed.success) throw new EnvironmentError(parsed.error.issues.map(({ message }) => message).join('\n'));
  return { ...parsed.data, DESK_URL: addressForCommands(source) };
}

const gymAccess = variables.pick({
  GYM_API_URL: true,
  GYM_API_KEY: true,
  GYM_V1_URL: true,
  GYM_V1_GYM_ID: true,
  GYM_V1_TOKEN: true,
  GYM_EXPORT_URL: true,
  GYM_EXPORT_KEY: true,
});

/** The addresses and keys with which the environment initialises the first location. */
export type GymAccess = z.infer<typeof gymAccess>;

/** @throws EnvironmentError */
export function readGymAccess(source: Record<string, string | undefined> = process.env): GymAccess {
  const parsed = gymAccess.safeParse(source);
  if (!parsed.success) throw new EnvironmentError(parsed.error.issues.map(({ message }) => message).join('\n'));
  return parsed.data;
}

function addressForCommands(source: Record<string, string | undefined>): string | null {
  const parsed = variables.pick({ DESK_URL: true, HOST: true, PORT: true }).safeParse(source);
  if (!parsed.success) return null;
  const { HOST, PORT, DESK_URL = addressOf(HOST, PORT) } = parsed.data;
  return DESK_URL;
}
