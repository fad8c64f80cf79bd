'use client';

import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** What is drawn in it: where one could not be drawn, another one is tried. */
  of: string | null;
  /** Stands there in its place. */
  fallback?: ReactNode;
  onBreak?(): void;
  children: ReactNode;
}

interface ErrorBoundaryState {
  of: string | null;
  isBroken: boolean;
}

/** A part that breaks takes nothing with it of what stands around it. */
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
