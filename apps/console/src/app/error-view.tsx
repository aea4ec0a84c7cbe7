import { Link } from '@tanstack/react-router'
import { paths } from '../lib/paths.ts'
import { storedPermissions } from '../lib/stored-permissions.ts'
import button from '../ui/light-button.module.css'
import classes from './error-view.module.css'
import { firstSection } from './nav.ts'
import { openShellDialog } from './shell-dialog.ts'

interface ErrorViewProps {
  error?: unknown
}

/** Replaces a screen that failed or doesn't exist (SHELL-43, OQ-004). */
export function ErrorView({ error }: ErrorViewProps) {
  const notFound = error === undefined
  const first = firstSection(storedPermissions())
  return (
    <div className={classes.view} role="alert">
      {notFound && <p className={classes.title}>This page doesn't exist</p>}
      {/* The specification's words say the rest (OQ-712). */}
      <h2 className={notFound ? classes.small : classes.title}>Unexpected Application Error!</h2>
      <p className="gr-quiet gr-break gr-lines">{notFound ? '404 Not Found' : describe(error)}</p>
      <div className={classes.actions}>
        {notFound ? (
          <>
            <button type="button" className={button.button} onClick={() => openShellDialog('search')}>
              Search
            </button>
            <Link to={paths.overview} className={button.button}>
              Overview
            </Link>
          </>
        ) : (
          <button type="button" className={button.button} onClick={() => window.location.reload()}>
            Reload
          </button>
        )}
        <Link to={first.path} reloadDocument={!notFound} className={button.button}>
          Go to {first.label}
        </Link>
      </div>
    </div>
  )
}

// A response has a status text, an exception a message.
function describe(error: unknown): string {
  if (typeof error === 'object' && error !== null) {
    const { status, statusText, message } = error as {
      status?: unknown
      statusText?: unknown
      message?: unknown
    }
    if (typeof statusText === 'string' && statusText !== '') {
      return typeof status === 'number' ? `${status} ${statusText}` : statusText
    }
    if (typeof message === 'string' && message !== '') return message
  }
  return typeof error === 'string' && error !== '' ? error : 'Unknown error'
}
