import { search } from '@greenroom/contract/desk/search/search.endpoints'
import { longestSearch, shortestSearch } from '@greenroom/contract/desk/search/search.schema'
import { useMantineColorScheme } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { failureHelp } from '../../lib/api/api-error.ts'
import { useSession } from '../../lib/api/current-session.ts'
import { useRead } from '../../lib/api/hooks.ts'
import { usePermissions } from '../../lib/api/permissions.ts'
import { useKnownViews } from '../../lib/known-views.ts'
import { switchLetters, useLetters } from '../../lib/letter-keys.ts'
import { modKey } from '../../lib/mod-key.ts'
import { openTab } from '../../lib/opened-links.ts'
import { signOut } from '../../lib/shared-session.ts'
import { showRecord } from '../../shared/record/record-list/shown-record.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useIsTop } from '../../ui/open-dialogs.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { leaveAll } from '../../ui/unsaved-changes.ts'
import { openShellDialog, readEarlyText } from '../shell-dialog.ts'
import { guideOptions } from './guide-options.ts'
import { OptionLine } from './option-line.tsx'
import { readRecent, storeRecent } from './recent.ts'
import { createOptions, screenOptions, viewOptions } from './screen-options.ts'
import classes from './search-dialog.module.css'
import {
  actionGroups,
  type Command,
  matchingActions,
  type OptionGroup,
  recordGroups,
  type SearchOption,
  startGroups,
} from './search-options.ts'
import { kindLabels, searchTexts } from './search-texts.ts'

/** How long typing must pause before the server is asked, in milliseconds. */
const pauseMs = 120

/**
 * The search over everything: a combobox over records of the server, screens, create actions and commands. It is the
 * browser's dialog, which lies over any other dialog.
 */
export function SearchDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const router = useRouter()
  const [typed, setTyped] = useState(readEarlyText)
  const [active, setActive] = useState(0)
  // Enter before the records of the typed text are there: it opens the first of them.
  const [awaited, setAwaited] = useState<'here' | 'new-tab'>()
  useIsTop(id, opened)

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    const field = element?.querySelector('input')
    field?.setSelectionRange(field.value.length, field.value.length)
    // close() returns the focus to the opener; removing the element would lose it.
    return () => element?.close()
  }, [])

  const text = typed.trim()
  const { groups, isWaiting, problem } = useGroups(text, (recent) => {
    setTyped(recent)
    setActive(0)
  })
  const options = groups.flatMap((group) => group.options)
  const current = options[Math.min(active, options.length - 1)]

  const leave = (option: SearchOption, inNewTab: boolean) => {
    const { link, run, kind, hit } = option
    if (kind && hit) {
      // An order is recognized by its number; nothing else of its buyer is kept.
      const title = kind === 'order' || kind === 'document' ? (hit.code ?? '') : hit.title
      storeRecent({ kind, _id: hit._id, title: title.slice(0, 100), status: hit.status }, text)
    }
    if (!link) {
      // Another dialog of the shell takes the place of this one.
      if (option.type === 'command') onClose()
      run?.()
      return
    }
    if (inNewTab) {
      openTab(router.buildLocation(link as never).href)
      return
    }
    onClose()
    if (link.shows !== undefined) showRecord(link.shows, true)
    void router.navigate(link as never)
  }

  const open = (inNewTab: boolean) => {
    // A record of an earlier text may still be shown; a screen matches at once.
    if (isWaiting && (current === undefined || current.type === 'record' || current.type === 'more')) {
      setAwaited(inNewTab ? 'new-tab' : 'here')
    } else if (current) leave(current, inNewTab)
  }
  const openNow = useRef(open)
  openNow.current = open
  useEffect(() => {
    if (awaited === undefined || isWaiting) return
    setAwaited(undefined)
    openNow.current(awaited === 'new-tab')
  }, [awaited, isWaiting])

  const move = (place: number) => {
    if (options.length === 0) return
    const next = (place + options.length) % options.length
    setActive(next)
    setAwaited(undefined)
    list.current?.querySelectorAll('[role="option"]').item(next)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey) return
    const moves: Record<string, () => void> = {
      ArrowDown: () => move(active + 1),
      ArrowUp: () => move(active - 1),
      Home: () => move(0),
      End: () => move(options.length - 1),
      Enter: () => open(event.metaKey || event.ctrlKey),
    }
    const act = moves[event.key]
    // With Shift, Home and End select in the field.
    if (!act || event.shiftKey) return
    event.preventDefault()
    act()
  }

  const isEmpty = options.length === 0 && !isWaiting && text !== ''
  return (
    // Escape triggers the native cancel event. The click handler is for pointers on the backdrop.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-label={searchTexts.label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={classes.body}>
        <div className={classes.head}>
          {isWaiting ? <Spinner size={16} /> : <IconSearch size={16} stroke={1.5} aria-hidden="true" />}
          <input
            className={classes.field}
            role="combobox"
            type="text"
            aria-label={searchTexts.label}
            aria-autocomplete="list"
            aria-expanded={options.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={current && `${id}-${current.id}`}
            placeholder={searchTexts.placeholder}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={longestSearch}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setActive(0)
              setAwaited(undefined)
              list.current?.scrollTo(0, 0)
            }}
            onKeyDown={onKeyDown}
          />
          <IconButton
            label="Close search"
            icon={<IconX size={16} stroke={1.5} aria-hidden="true" />}
            onClick={onClose}
          />
        </div>
        <p className="gr-unseen" role="status">
          {isWaiting ? searchTexts.searching : text === '' ? '' : searchTexts.found(options.length)}
        </p>
        <div ref={list} className={classes.list}>
          {isEmpty && !problem && (
            <div className={classes.empty}>
              <p className="gr-bold gr-break">{searchTexts.nothing(text)}</p>
              <p className="gr-small gr-faint">{searchTexts.nothingHelp}</p>
            </div>
          )}
          {problem && (
            <div className={classes.problem} role="alert">
              <p className="gr-break">{problem.message}</p>
              <button type="button" className={classes.retry} onClick={problem.retry}>
                {searchTexts.retry}
              </button>
            </div>
          )}
          <div id={`${id}-list`} role="listbox" aria-label={searchTexts.results}>
            {groups.map((group) => (
              <Group key={group.id} id={id} group={group}>
                {(option) => (
                  <div
                    key={option.id}
                    id={`${id}-${option.id}`}
                    role="option"
                    aria-selected={option === current}
                    tabIndex={-1}
                    className={classes.option}
                    onPointerMove={() => option !== current && setActive(options.indexOf(option))}
                    // The field keeps the focus.
                    onMouseDown={(event: MouseEvent) => event.preventDefault()}
                    onClick={(event: MouseEvent) => leave(option, event.metaKey || event.ctrlKey)}
                    onAuxClick={(event: MouseEvent) => event.button === 1 && leave(option, true)}
                    onKeyDown={onKeyDown}
                  >
                    <OptionLine option={option} typed={text} />
                  </div>
                )}
              </Group>
            ))}
          </div>
        </div>
        <p className={classes.foot} aria-hidden="true">
          <kbd className="gr-key">↑</kbd> <kbd className="gr-key">↓</kbd> Move
          <kbd className="gr-key">Enter</kbd> Open
          <kbd className="gr-key">{modKey} Enter</kbd> New tab
          <kbd className="gr-key">Esc</kbd> Close
        </p>
      </div>
    </dialog>
  )
}

interface GroupProps {
  id: string
  group: OptionGroup
  children: (option: SearchOption) => React.ReactNode
}

function Group({ id, group, children }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options in a list box
    <div role="group" aria-labelledby={`${id}-group-${group.id}`} className={classes.group}>
      <div id={`${id}-group-${group.id}`} role="presentation" className={classes.title}>
        {group.title}
      </div>
      {group.options.map(children)}
      {group.note && (
        <div role="presentation" className={classes.note}>
          {group.note}
        </div>
      )}
    </div>
  )
}

/** Returns what is offered for a text: the actions that match it, and the records that the server finds. */
function useGroups(text: string, onText: (text: string) => void) {
  const permissions = usePermissions() ?? []
  const session = useSession()
  const commands = useCommands()
  const views = useKnownViews()
  const [recent] = useState(readRecent)
  const asked = usePaused(text)
  const isSearched = [...asked].length >= shortestSearch
  const { data, error, isFetching, isPlaceholderData, refetch } = useRead(
    search,
    { query: { q: asked } },
    { enabled: isSearched },
  )

  const actions = actionGroups(
    {
      screens: screenOptions(permissions, [
        ...(session?.settings.refund_approval ? (['refund-approval'] as const) : []),
        ...(session?.settings.webhooks ? (['webhooks'] as const) : []),
      ]),
      views: viewOptions(views, permissions),
      create: createOptions(permissions),
      guide: guideOptions(),
    },
    commands,
  )
  if (text === '') {
    return { groups: startGroups(recent, permissions, actions, onText), isWaiting: false, problem: undefined }
  }
  // While another text is searched for, the records of the last one stay.
  const isWaiting =
    [...text].length >= shortestSearch && (text !== asked || (isFetching && (isPlaceholderData || !data)))
  const hasFailed = error !== null && !isWaiting
  const isShown = data !== undefined && isSearched && !hasFailed
  const groups = [
    ...matchingActions(actions, text),
    ...(isShown ? recordGroups(data, isPlaceholderData ? text : asked, permissions) : []),
  ]
  const retry = () => void refetch()
  const unsearched = isShown && !isWaiting ? data.failed.map((kind) => kindLabels[kind]) : []
  const problem = hasFailed
    ? { message: `${searchTexts.failed}. ${failureHelp(error)}`, retry }
    : unsearched.length > 0
      ? { message: searchTexts.unsearched(unsearched.join(', ')), retry }
      : undefined
  return { groups, isWaiting, problem }
}

/** Returns the text of the field once typing has paused. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = window.setTimeout(() => setPaused(text), pauseMs)
    return () => window.clearTimeout(timer)
  }, [text])
  return paused
}

function useCommands(): Command[] {
  const { setColorScheme } = useMantineColorScheme()
  const hasLetters = useLetters()
  return [
    { label: 'Appearance: Light', run: () => setColorScheme('light') },
    { label: 'Appearance: Dark', run: () => setColorScheme('dark') },
    { label: 'Appearance: System', run: () => setColorScheme('auto') },
    { label: 'Keyboard shortcuts', run: () => openShellDialog('keys') },
    {
      label: hasLetters ? 'Switch single-letter keys off' : 'Switch single-letter keys on',
      run: () => switchLetters(!hasLetters),
    },
    { label: 'Sign out', run: () => leaveAll(signOut) },
  ]
}
