import { useCallback, useEffect, useState } from 'react';

interface Camera {
  id: string;
  /** Empty where the browser does not tell. */
  label: string;
}

/** Why there is no picture of a camera. */
type CameraProblem = 'denied' | 'inUse' | 'none' | 'insecure' | 'stopped' | 'failed';

type CameraState =
  | { kind: 'starting' }
  | { kind: 'live'; stream: MediaStream; cameras: readonly Camera[]; cameraId: string }
  | { kind: 'problem'; problem: CameraProblem };

/** The camera chosen last in this window, so that the next member is taken with it too. */
let lastCameraId: string | undefined;

/** Holds the camera for as long as it is on the page. */
export function useCamera() {
  const [cameraId, setCameraId] = useState(lastCameraId);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<CameraState>({ kind: 'starting' });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the same camera once more
  useEffect(() => {
    let isOver = false;
    let opened: MediaStream | null = null;
    let muted = () => false;
    // Safari gives the camera of a page in the background to others, and leaves its picture black
    const lookAgain = () => {
      if (muted()) setAttempt((count) => count + 1);
    };
    document.addEventListener('visibilitychange', lookAgain);
    const tell = (next: CameraState) => {
      if (!isOver) setState(next);
    };
    tell({ kind: 'starting' });
    openCamera(cameraId)
      .then(async (stream) => {
        opened = stream;
        if (isOver) return stop(stream);
        const [track] = stream.getVideoTracks();
        muted = () => document.visibilityState === 'visible' && track?.muted === true;
        track?.addEventListener('ended', () => tell({ kind: 'problem', problem: 'stopped' }));
        const cameras = await listCameras();
        tell({ kind: 'live', stream, cameras, cameraId: track?.getSettings().deviceId ?? '' });
      })
      .catch((error: unknown) => tell({ kind: 'problem', problem: problemHere(error) }));
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', lookAgain);
      if (opened) stop(opened);
    };
  }, [cameraId, attempt]);

  const choose = useCallback((id: string) => {
    lastCameraId = id;
    setCameraId(id);
  }, []);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { state, choose, retry };
}

async function openCamera(cameraId: string | undefined): Promise<MediaStream> {
  const size = { width: { ideal: 1_280 }, height: { ideal: 960 } };
  try {
    return await navigator.mediaDevices.getUserMedia({
      // a tablet has two, and the member stands before it
      video: { ...size, ...(cameraId ? { deviceId: { exact: cameraId } } : { facingMode: { ideal: 'environment' } }) },
    });
  } catch (error) {
    // the camera of the last time may be unplugged by now
    if (cameraId && cameraProblemOf(error) === 'none') return openCamera(undefined);
    throw error;
  }
}

async function listCameras(): Promise<Camera[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId, label }) => ({ id: deviceId, label }));
}

/** Away from https and localhost, browsers have no cameras at all. */
const problemHere = (error: unknown): CameraProblem =>
  navigator.mediaDevices ? cameraProblemOf(error) : window.isSecureContext ? 'none' : 'insecure';

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

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
