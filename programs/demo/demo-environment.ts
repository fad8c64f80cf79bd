/**
 * The environment of the demo's platform. Blank counts as not set, because a copy of `.env.example` leaves blank what has a
 * default.
 */
export const environmentOfPlatform = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...env,
  PLATFORM_SANDBOX: env.PLATFORM_SANDBOX || '1',
});

/** The environment of the demo's desk, in the same way. */
export const environmentOfDesk = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...env,
  DESK_SECURITY_CONTACT: env.DESK_SECURITY_CONTACT || 'mailto:security@demo.example',
});
