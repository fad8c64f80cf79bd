/** Variables that a shell may have set for a gym's programs: addresses, data folders and secrets. */
const ofGyms = [
  'DESK_URL',
  'DESK_METRICS_PORT',
  'DESK_SECRET',
  'DESK_SECRET_PREVIOUS',
  'DESK_DATABASE_URL',
  'GYM_API_URL',
  'GYM_API_KEY',
  'GYM_V1_URL',
  'GYM_V1_GYM_ID',
  'GYM_V1_TOKEN',
  'GYM_EXPORT_URL',
  'GYM_EXPORT_KEY',
  'SMTP_URL',
  'SMTP_FROM',
  'DEMO_PLATFORM_URL',
  'PLATFORM_METRICS_PORT',
  'PLATFORM_DATABASE_URL',
  'PLATFORM_PUBLIC_URL',
  'PLATFORM_SANDBOX_TOKEN',
  'PLATFORM_TLS_CERT',
  'PLATFORM_TLS_KEY',
  'PLATFORM_SECRET',
  'PLATFORM_SECRET_PREVIOUS',
  'PLATFORM_EXPORTS_DIR',
  'PLATFORM_EXPORTS_DATABASE_URL',
  'PLATFORM_EXPORTS_S3_URL',
  'PLATFORM_EXPORTS_S3_KEY',
  'PLATFORM_EXPORTS_S3_SECRET',
];

/**
 * The environment for programs that tests and measurements start: that of this process without the settings of a gym's own
 * programs. They are blank and not absent, because Next would read absent ones from `.env`.
 */
export const ownSurroundings = (): NodeJS.ProcessEnv => ({
  ...process.env,
  ...Object.fromEntries(ofGyms.map((variable) => [variable, ''])),
});
