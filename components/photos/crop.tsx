'use client';

import { Minus, Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { dragPicture, mostZoom, type Size, type Square, zoomOf, zoomTo } from '#lib/wire/square.ts';

interface PhotoCropProps {
  /** Address of the picture. */
  url: string;
  size: Size;
  square: Square;
  onChange(square: Square): void;
}

const stepOfKey = 0.05;
const zoomOfKey = 1.1;

/** The picture behind a square window: dragged by hand or with the arrow keys, nearer and farther with + and −. */
export function PhotoCrop({ url, size, square, onChange }: PhotoCropProps) {
  const t = useTranslations('photos.crop');
  const frame = useRef<HTMLElement>(null);
  const last = useRef<{ x: number; y: number } | null>(null);
  const zoom = zoomOf(square, size);
  const zoomBy = (factor: number) => onChange(zoomTo(square, size, zoom * factor));
  const drag = (right: number, down: number) => onChange(dragPicture(square, size, right, down));

  useEffect(() => frame.current?.focus(), []);
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    zoomBy(event.deltaY < 0 ? zoomOfKey : 1 / zoomOfKey);
  });
  useEffect(() => {
    // React listens passively, and the dialog would scroll as well
    const listen = (event: WheelEvent) => onWheel(event);
    const { current } = frame;
    current?.addEventListener('wheel', listen, { passive: false });
    return () => current?.removeEventListener('wheel', listen);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    if (typeof move === 'number') zoomBy(move);
    else drag(move[0] * stepOfKey, move[1] * stepOfKey);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!last.current) return;
    const { width } = event.currentTarget.getBoundingClientRect();
    drag((event.clientX - last.current.x) / width, (event.clientY - last.current.y) / width);
    last.current = { x: event.clientX, y: event.clientY };
  };
  const letGo = () => {
    last.current = null;
  };

  return (
    <div className="grid gap-3">
      <section
        ref={frame}
        aria-label={t('frame')}
        aria-keyshortcuts="ArrowUp ArrowDown ArrowLeft ArrowRight + -"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is shown is chosen with the arrow keys as well
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          last.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={onPointerMove}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        className="relative mx-auto aspect-square w-full max-w-[min(20rem,45dvh)] cursor-grab touch-none select-none overflow-hidden rounded-md bg-unknown-soft active:cursor-grabbing"
      >
        {/* biome-ignore lint/performance/noImgElement: a file that is nowhere but in this page */}
        <img
          src={url}
          alt=""
          draggable={false}
          className="absolute max-w-none"
          style={{
            width: `${(size.width / square.edge) * 100}%`,
            height: `${(size.height / square.edge) * 100}%`,
            left: `${(-square.left / square.edge) * 100}%`,
            top: `${(-square.top / square.edge) * 100}%`,
          }}
        />
      </section>
      <div className="mx-auto flex w-full max-w-[min(20rem,45dvh)] items-center gap-2">
        <Button shape="icon" aria-label={t('zoomOut')} onClick={() => zoomBy(1 / zoomOfKey)}>
          <Minus aria-hidden className="size-5" />
        </Button>
        <input
          type="range"
          aria-label={t('zoom')}
          min={1}
          max={mostZoom(size)}
          step={0.01}
          value={zoom}
          onChange={(event) => onChange(zoomTo(square, size, Number(event.target.value)))}
          className="h-11 min-w-0 flex-1 accent-accent"
        />
        <Button shape="icon" aria-label={t('zoomIn')} onClick={() => zoomBy(zoomOfKey)}>
          <Plus aria-hidden className="size-5" />
        </Button>
      </div>
    </div>
  );
}

/** By key: how the picture goes right and down, or how much nearer it comes. */
const moves: Record<string, readonly [number, number] | number> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  '+': zoomOfKey,
  '=': zoomOfKey,
  '-': 1 / zoomOfKey,
};
