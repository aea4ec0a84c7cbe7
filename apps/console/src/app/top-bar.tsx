import type { listHistory } from '@greenroom/contract/desk/history/history.endpoints'
import { IconArrowLeft, IconMenu2, IconPlus } from '@tabler/icons-react'
import { Link, useMatches } from '@tanstack/react-router'
import { type Ref, useEffect, useRef } from 'react'
import { useSession } from '../lib/api/current-session.ts'
import { includesAll, needed, usePermissions } from '../lib/api/permissions.ts'
import { useGoBack } from '../lib/back.ts'
import { useShownRecordName } from '../lib/record-name.ts'
import { SandboxNote } from '../shared/staff/sandbox-note/sandbox-note.tsx'
import iconButton from '../ui/icon-button.module.css'
import { IconButton } from '../ui/icon-button.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import button from '../ui/light-button.module.css'
import { PartBoundary } from '../ui/part-boundary.tsx'
import { AccountMenu } from './account-menu.tsx'
import { type CreateLink, documentTitle, screenOf } from './headings.ts'
import { LiveMarks } from './live-marks.tsx'
import { SavedViewControl } from './saved-views.tsx'
import { permissionsOfScreen } from './screen-access.ts'
import { SearchButton } from './search-button.tsx'
import { openShellDialog } from './shell-dialog.ts'
import classes from './top-bar.module.css'

const RecordHistoryButton = lazyPart('record-history-button', () =>
  import('../shared/record/record-history/record-history-button.tsx').then(
    (part) => part.RecordHistoryButton,
  ),
)

const historyPermissions = needed<typeof listHistory>('history.read', 'personal.read')

interface TopBarProps {
  /** Absent while the sidebar is open. */
  onOpenSidebar?: (() => void) | undefined
  menuButton: Ref<HTMLButtonElement>
}

/** The heading of the screen, Back to its list, Create on a list, and the account (SHELL-03). */
export function TopBar({ onOpenSidebar, menuButton }: TopBarProps) {
  const match = useMatches({ select: (matches) => matches.at(-1) })
  const { heading, back, create, isOfRecord, isNamed, history } = screenOf(match?.fullPath ?? '', {
    params: match?.params ?? {},
    search: match?.search ?? {},
  })
  const permissions = usePermissions()
  const mayCreate = create && includesAll(permissions, permissionsOfScreen(create.to, create.search))
  const record = useShownRecordName()
  const [first, second] = isNamed && record ? [record, heading] : [heading, record]
  const session = useSession()
  const goBack = useGoBack()
  const title = useRef<HTMLHeadingElement>(null)
  const shownPath = useRef(match?.pathname)

  useEffect(() => {
    document.title = documentTitle(heading, record)
  }, [heading, record])

  // Focus the heading to announce a new screen, but not when only the tab or filter changes.
  useEffect(() => {
    if (match?.pathname === shownPath.current) return
    shownPath.current = match?.pathname
    // Back leaves the screen that the search was opened over.
    openShellDialog(undefined)
    title.current?.focus({ preventScroll: true })
  }, [match?.pathname])

  return (
    <header className={classes.bar}>
      {onOpenSidebar && (
        <IconButton
          ref={menuButton}
          label="Open menu"
          className={classes.menu}
          icon={<IconMenu2 size={20} stroke={1.5} aria-hidden="true" />}
          onClick={onOpenSidebar}
        />
      )}
      {back && (
        <Link
          to={back}
          className={`${iconButton.button} ${classes.back}`}
          aria-label="Back"
          title="Back"
          onClick={(event) => {
            // A click with a modifier key opens the list in a new tab or window.
            const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
            if (isPlain && goBack()) event.preventDefault()
          }}
        >
          <IconArrowLeft size={18} stroke={1.5} aria-hidden="true" />
        </Link>
      )}
      <div className={classes.name} data-record={isOfRecord || undefined}>
        <h1 ref={title} tabIndex={-1} title={isNamed ? first : undefined} className={classes.heading}>
          {/* The empty screen and the error view show no heading, but screen readers navigate by it. */}
          {first || <span className="gr-unseen">Greenroom</span>}
        </h1>
        {/* Also before its name is loaded, so that the heading of a phone doesn't move. */}
        {isOfRecord && (
          <p className={classes.record} title={second}>
            {second}
          </p>
        )}
        {/* The open sidebar has the note itself. */}
        {onOpenSidebar && <SandboxNote sandboxes={session?.settings.sandboxes} className={classes.note} />}
      </div>
      {/* What comes later takes its room from the heading, so that nothing moves. */}
      <LiveMarks record={history} />
      {match && <SavedViewControl path={match.pathname} search={match.search} />}
      <div className={classes.right}>
        {history && includesAll(permissions, historyPermissions) && (
          <PartBoundary
            key={history.id}
            fallback={<span className={iconButton.button} />}
            failure={(_, retry) => <IconButton label="Retry History" icon="↻" onClick={retry} />}
          >
            <RecordHistoryButton {...history} />
          </PartBoundary>
        )}
        {mayCreate && <CreateButton {...create} />}
        {/* Last, so that it has one place on every screen. */}
        <SearchButton />
        <AccountMenu />
      </div>
    </header>
  )
}

function CreateButton({ label, ...link }: CreateLink) {
  return (
    <Link
      {...link}
      // The list stays where it is below a dialog.
      resetScroll={link.state === undefined}
      className={`${button.button} ${classes.create}`}
      data-primary
    >
      <IconPlus size={16} stroke={2} aria-hidden="true" />
      <span className={classes.label}>{label}</span>
    </Link>
  )
}
