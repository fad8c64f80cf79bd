import { vi } from 'vitest';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { PhotoOutcome } from '#lib/wire/photos.ts';

/** An upload, whose progress and outcome the test controls. */
interface Upload {
  method: string;
  url: URL;
  contentType: string | null;
  file: Blob;
  /** Reports progress to the page, from 0 to 1. */
  progress(part: number): void;
  answer(result: ActionResult<PhotoOutcome>): void;
  /** Fails as if no server could be reached. */
  fail(): void;
}

/** Intercepts uploads that report progress. @returns them in order */
export function takeUploads(): Upload[] {
  const uploads: Upload[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null };
      onload: (() => void) | null = null;
      onerror: (() => void) | null = null;
      responseText = '';
      private method = '';
      private url = new URL(location.href);
      private headers = new Headers();
      private isOver = false;
      open(method: string, url: string) {
        this.method = method;
        this.url = new URL(url, location.href);
      }
      setRequestHeader(name: string, value: string) {
        this.headers.set(name, value);
      }
      abort() {
        this.isOver = true;
      }
      send(file: Blob) {
        const { upload, onload, onerror, method, url, headers } = this;
        // as in browsers: a listener that is added later gets no progress events
        const { onprogress } = upload;
        const end = (tell: (() => void) | null) => {
          if (!this.isOver) tell?.();
          this.isOver = true;
        };
        uploads.push({
          method,
          url,
          contentType: headers.get('content-type'),
          file,
          progress: (part) => {
            if (!this.isOver) onprogress?.({ loaded: part * file.size, total: file.size });
          },
          answer: (result) => {
            this.responseText = JSON.stringify(result);
            end(onload);
          },
          fail: () => end(onerror),
        });
      }
    },
  );
  return uploads;
}
