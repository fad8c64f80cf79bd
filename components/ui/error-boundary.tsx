'use client';

import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** Identifies the content: a new value resets the boundary. */
  of: string | null;
  /** Rendered after an error. */
  fallback?: ReactNode;
  onBreak?(): void;
  children: ReactNode;
}

interface ErrorBoundaryState {
  of: string | null;
  isBroken: boolean;
}

/** An error boundary: an error inside does not affect what is around it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { of: this.props.of, isBroken: false };

  static getDerivedStateFromError(): Pick<ErrorBoundaryState, 'isBroken'> {
    return { isBroken: true };
  }

  static getDerivedStateFromProps({ of }: ErrorBoundaryProps, state: ErrorBoundaryState): ErrorBoundaryState | null {
    return of === state.of ? null : { of, isBroken: false };
  }

  override componentDidCatch(): void {
    this.props.onBreak?.();
  }

  override render(): ReactNode {
    const { fallback = null, children } = this.props;
    return this.state.isBroken ? fallback : children;
  }
}
