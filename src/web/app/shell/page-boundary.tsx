import { Component, type ReactNode } from 'react'
import { PageFailed } from '../pages/page-failed.tsx'

/** Catches a page whose code could not be loaded or broke, so that the shell stays. */
export class PageBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <PageFailed /> : this.props.children
  }
}
