/** Why there is no picture of a camera. */
export type CameraProblem = 'denied' | 'inUse' | 'none' | 'insecure' | 'stopped' | 'failed';

/** What an error of `getUserMedia` means. */
export function cameraProblemOf(error: unknown): CameraProblem {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'none';
    case 'NotReadableError':
    case 'AbortError':
      return 'inUse';
    default:
      return 'failed';
  }
}
