import { Component, type ReactNode } from 'react'

/** The code of a part could not be fetched; the cause is the browser's own error. */
export class NotLoaded extends Error {
  override readonly name = 'NotLoaded'
}

type PartBoundaryProps = {
  children: ReactNode
  onCatch?: () => void
  renderFailed: (error: unknown, reset: () => void) => ReactNode
}

/**
 * Shows something else instead of a part that could not be loaded or threw while it was drawn,
 * until it is reset.
 */
export class PartBoundary extends Component<
  PartBoundaryProps,
  { failure: { error: unknown } | null }
> {
  override state: { failure: { error: unknown } | null } = { failure: null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override componentDidCatch() {
    this.props.onCatch?.()
  }

  override render() {
    const { failure } = this.state
    return failure
      ? this.props.renderFailed(failure.error, () => this.setState({ failure: null }))
      : this.props.children
  }
}
