import { useCallback, useEffect, useState } from 'react';

interface Camera {
  id: string;
  /** Empty where the browser does not disclose it. */
  label: string;
}

/** Why there is no camera image. */
type CameraProblem = 'denied' | 'inUse' | 'none' | 'insecure' | 'stopped' | 'failed';

type CameraState =
  | { kind: 'starting' }
  | { kind: 'live'; stream: MediaStream; cameras: readonly Camera[]; cameraId: string }
  | { kind: 'problem'; problem: CameraProblem };

interface Wanted {
  /** Undefined for the camera of the browser's choice. */
  cameraId: string | undefined;
}

/** The camera chosen last in this window, reused for the next member. */
let lastCameraId: string | undefined;

/** Opens the camera while the component is mounted. */
export function useCamera() {
  const [wanted, want] = useState<Wanted>({ cameraId: lastCameraId });
  const [state, setState] = useState<CameraState>({ kind: 'starting' });

  useEffect(() => {
    let isOver = false;
    let opened: MediaStream | null = null;
    let muted = () => false;
    // Safari may give the camera of a background tab to another page, and then shows a black image
    const lookAgain = () => {
      if (muted()) want(again);
    };
    document.addEventListener('visibilitychange', lookAgain);
    const tell = (next: CameraState) => {
      if (!isOver) setState(next);
    };
    tell({ kind: 'starting' });
    openCamera(wanted.cameraId)
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
  }, [wanted]);

  const choose = useCallback((id: string) => {
    lastCameraId = id;
    want({ cameraId: id });
  }, []);
  const retry = useCallback(() => want(again), []);
  return { state, choose, retry };
}

/** Another object reopens the same camera. */
const again = (wanted: Wanted): Wanted => ({ ...wanted });

async function openCamera(cameraId: string | undefined): Promise<MediaStream> {
  const size = { width: { ideal: 1_280 }, height: { ideal: 960 } };
  try {
    return await navigator.mediaDevices.getUserMedia({
      // prefer a tablet's rear camera: the member stands in front of it
      video: { ...size, ...(cameraId ? { deviceId: { exact: cameraId } } : { facingMode: { ideal: 'environment' } }) },
    });
  } catch (error) {
    // the camera used last may be unplugged
    if (cameraId && cameraProblemOf(error) === 'none') return openCamera(undefined);
    throw error;
  }
}

async function listCameras(): Promise<Camera[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId, label }) => ({ id: deviceId, label }));
}

/** Without https (or localhost) browsers have no camera API. */
const problemHere = (error: unknown): CameraProblem =>
  navigator.mediaDevices ? cameraProblemOf(error) : window.isSecureContext ? 'none' : 'insecure';

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Maps an error of `getUserMedia`. */
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
