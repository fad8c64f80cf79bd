import { vi } from 'vitest';

function drawHalves(width: number, height: number): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws nothing.');
  context.fillStyle = 'rgb(220 20 20)';
  context.fillRect(0, 0, width, height);
  context.fillStyle = 'rgb(20 20 220)';
  context.fillRect(width / 2, 0, width / 2, height);
  return canvas;
}

/** A red left half and a blue right half. */
export async function twoHalves({ width = 900, height = 600, name = 'lena.jpg', padding = 0 } = {}): Promise<File> {
  const canvas = drawHalves(width, height);
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg'));
  if (!picture) throw new Error('This browser writes no JPEG.');
  // data after the end marker of a JPEG is not part of the image
  return new File([picture, new Uint8Array(padding)], name, { type: 'image/jpeg' });
}

/** The mean colour of an image, in steps of ten. */
export async function colourOf(picture: Blob): Promise<number[]> {
  const bitmap = await createImageBitmap(picture);
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  context?.drawImage(bitmap, 0, 0, 1, 1);
  const [r = 0, g = 0, b = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
  return [r, g, b].map((part) => Math.round(part / 10) * 10);
}

/** Fakes a camera that shows the two halves. */
export function giveCamera(): void {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => {
    const canvas = drawHalves(640, 480);
    const stream = canvas.captureStream();
    const redraw = () => {
      canvas.getContext('2d')?.fillRect(639, 0, 1, 1);
      if (stream.active) requestAnimationFrame(redraw);
    };
    redraw();
    return stream;
  });
}
