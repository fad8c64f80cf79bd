import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cropOf, dragPicture, mostZoom, type Square, startSquare, zoomOf, zoomTo } from './square.ts';

const wide = { width: 4_000, height: 3_000 };

test('starts with the largest square in the middle', () => {
  expect(startSquare(wide)).toEqual({ left: 500, top: 0, edge: 3_000 });
  expect(cropOf(startSquare(wide), wide)).toEqual({ x: 0.125, y: 0, size: 1 });
});

test('follows a drag', () => {
  const square = zoomTo(startSquare(wide), wide, 2);
  expect(square).toEqual({ left: 1_250, top: 750, edge: 1_500 });
  expect(dragPicture(square, wide, 0.1, -0.2)).toEqual({ left: 1_100, top: 1_050, edge: 1_500 });
});

test('zooming keeps the centre, as far as the edges allow', () => {
  const near = zoomTo({ left: 0, top: 0, edge: 3_000 }, wide, 3);
  expect(near).toEqual({ left: 1_000, top: 1_000, edge: 1_000 });
  expect(zoomOf(near, wide)).toBe(3);
  const corner = dragPicture(near, wide, 9, 9);
  expect(corner).toEqual({ left: 0, top: 0, edge: 1_000 });
  expect(zoomTo(corner, wide, 1)).toEqual({ left: 0, top: 0, edge: 3_000 });
});

test('limits the zoom so that a face can be recognised', () => {
  expect(mostZoom({ width: 300, height: 400 })).toBe(3);
  expect(mostZoom({ width: 40, height: 40 })).toBe(1);
  expect(zoomTo(startSquare(wide), wide, 100).edge).toBe(375);
});

test('never exceeds an edge', () => {
  const size = fc.record({ width: fc.integer({ min: 1, max: 9_000 }), height: fc.integer({ min: 1, max: 9_000 }) });
  const step = fc.record({
    right: fc.double({ min: -3, max: 3, noNaN: true }),
    zoom: fc.double({ min: 0.1, max: 20, noNaN: true }),
  });
  fc.assert(
    fc.property(size, fc.array(step), (picture, steps) => {
      let square: Square = startSquare(picture);
      for (const { right, zoom } of steps) {
        square = zoomTo(dragPicture(square, picture, right, -right), picture, zoom);
        const crop = cropOf(square, picture);
        expect(crop.size).toBeGreaterThan(0);
        expect(crop.size).toBeLessThanOrEqual(1);
        expect(square.left).toBeGreaterThanOrEqual(0);
        expect(square.top).toBeGreaterThanOrEqual(0);
        expect(square.left + square.edge).toBeLessThanOrEqual(picture.width + 1e-6);
        expect(square.top + square.edge).toBeLessThanOrEqual(picture.height + 1e-6);
      }
    }),
  );
});
