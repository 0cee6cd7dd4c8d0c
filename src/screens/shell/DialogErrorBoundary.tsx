import { Component, type ReactNode } from 'react'
import { Notice } from '../../ui/Notice.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import classes from './Shell.module.css'

/** Shows a message if a dialog throws or its code can't be loaded. The screen under it stays. */
export class DialogErrorBoundary extends Component<
  { children: ReactNode; onClose: () => void },
  { isBroken: boolean }
> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    return (
      <div className={classes.dialogError}>
        <Notice tone="wrong">That didn’t open. Check your connection or reload the page.</Notice>
        <div className={classes.dialogErrorActions}>
          <TextButton className={classes.retry} onClick={() => window.location.reload()}>
            Reload
          </TextButton>
          <TextButton className={classes.retry} onClick={this.props.onClose}>
            Dismiss
          </TextButton>
        </div>
      </div>
    )
  }
}
