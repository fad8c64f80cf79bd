import { type ReactNode, useRef } from 'react';
import { Button, type ButtonProps } from '#components/ui/button.tsx';

/** With this list, phones convert their own formats to JPEG. */
const accepted = 'image/jpeg,image/png,image/webp';

interface PhotoFileButtonProps {
  look?: ButtonProps['look'];
  onFile(file: File): void;
  children: ReactNode;
}

export function PhotoFileButton({ look, onFile, children }: PhotoFileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look={look} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept={accepted}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // otherwise choosing the same file again would fire no `change` event
          currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
