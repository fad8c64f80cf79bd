import type { Crop } from './photos.ts';

export interface Size {
  width: number;
  height: number;
}

/** The part of an image to keep, in pixels. It never exceeds the edges of the image. */
export interface Square {
  left: number;
  top: number;
  edge: number;
}

/** On a smaller square a face is not recognisable; the desk rejects it. */
export const smallestEdgePixels = 100;
const largestZoom = 8;

const shorterEdge = ({ width, height }: Size) => Math.min(width, height);
const smallestEdge = (size: Size) =>
  Math.min(shorterEdge(size), Math.max(smallestEdgePixels, shorterEdge(size) / largestZoom));
const between = (least: number, value: number, most: number) => Math.max(least, Math.min(most, value));

function within({ left, top, edge }: Square, size: Size): Square {
  return { left: between(0, left, size.width - edge), top: between(0, top, size.height - edge), edge };
}

/** The largest square, centred. */
export function startSquare(size: Size): Square {
  const edge = shorterEdge(size);
  return { left: (size.width - edge) / 2, top: (size.height - edge) / 2, edge };
}

/** Drags the image under the square, by fractions of the square's edge. */
export const dragPicture = (square: Square, size: Size, right: number, down: number): Square =>
  within({ ...square, left: square.left - right * square.edge, top: square.top - down * square.edge }, size);

/** How many times larger than initially the image is shown. */
export const zoomOf = (square: Square, size: Size): number => shorterEdge(size) / square.edge;

export const mostZoom = (size: Size): number => shorterEdge(size) / smallestEdge(size);

/** Zooms in or out around the centre, as far as the edges allow. */
export function zoomTo(square: Square, size: Size, zoom: number): Square {
  const edge = between(smallestEdge(size), shorterEdge(size) / zoom, shorterEdge(size));
  const shift = (square.edge - edge) / 2;
  return within({ left: square.left + shift, top: square.top + shift, edge }, size);
}

export const cropOf = ({ left, top, edge }: Square, size: Size): Crop => ({
  x: left / size.width,
  y: top / size.height,
  size: edge / shorterEdge(size),
});
