import {
  listSavedViews,
  removeSavedView,
  updateSavedView,
} from '@greenroom/contract/desk/saved-view/saved-view.endpoints'
import { type ViewSearch, viewKey, viewSearchOf } from '@greenroom/contract/desk/saved-view/saved-view.rules'
import type { SavedView, SavedViewChanges } from '@greenroom/contract/desk/saved-view/saved-view.schema'
import {
  isPersonalName,
  isPersonalSearch,
  viewedScreen,
} from '@greenroom/contract/desk/saved-view/viewed-screens'
import { Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconBookmark,
  IconBookmarkFilled,
  IconChevronDown,
  IconDeviceFloppy,
  IconPencil,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { noteOpenedView, useKnownViews, useOpenedView } from '../../../lib/known-views.ts'
import { notify } from '../../../lib/notify.tsx'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import button from '../../../ui/light-button.module.css'
import { LightButton } from '../../../ui/light-button.tsx'
import { DropMenu } from '../../../ui/menu.tsx'
import { ConfirmDialog } from '../question/confirm-dialog.tsx'
import { useLastOpened } from '../record-list/use-opened-record.ts'
import classes from './saved-view.module.css'
import { savedViewTexts as texts } from './saved-view-messages.ts'

const SavedViewDialog = lazyDialog('save-view', () =>
  import('./saved-view-dialog.tsx').then((part) => part.SavedViewDialog),
)
const prefetch = () => prefetchDialogs(SavedViewDialog)

interface SavedViewControlProps {
  path: string
  search: Record<string, unknown>
}

type Asked = 'save' | 'rename' | 'remove'

/** Saves the filters of the list as a view; of the opened view it shows the name, with what can be done about it. */
export function SavedViewControl({ path, search: address }: SavedViewControlProps) {
  const search = viewSearchOf(address)
  const isFiltered = Object.keys(search).length > 0
  const { opened, isAltered } = useView(path, search)
  const [asked, setAsked] = useState<Asked>()
  const dialog = useLastOpened(asked)
  const options = { invalidates: [listSavedViews], refreshesOnConflict: true }
  const update = useCall(updateSavedView, options)
  const remove = useCall(removeSavedView, options)
  const navigate = useNavigate()
  const place = useRef<HTMLDivElement>(null)
  useFocusOfLostButton(place, `${opened?._id} ${isAltered}`)

  if (viewedScreen(path) === undefined) return null

  const focusButton = () => place.current?.querySelector('button')?.focus()
  const ask = (next: Asked) => {
    // The dialog returns the focus to where it is now: the menu's item is about to go.
    focusButton()
    setAsked(next)
  }
  const change = async (view: SavedView, body: SavedViewChanges, success: string) => {
    if (update.isPending) return
    focusButton()
    const work = update.call({ params: { id: view._id }, body, version: view.version })
    await notify
      .progress(work, { pending: texts.pending, success, error: texts.failed }, { subject: view._id })
      // The toast has told it.
      .catch(() => undefined)
  }
  const saveChanges = (view: SavedView) => void change(view, { search }, texts.changesSaved(view.name))
  const toggleShared = (view: SavedView) => {
    const gone = view.is_own ? texts.unshared(view.name) : texts.unsharedOf(view.name, view.owner.name)
    void change(view, { is_shared: !view.is_shared }, view.is_shared ? gone : texts.shared(view.name))
  }
  const discard = (view: SavedView) => {
    focusButton()
    void navigate({ to: view.path, search: view.search as never, resetScroll: false })
  }

  return (
    <div ref={place} className={classes.control}>
      {opened ? (
        <>
          <ViewMenu
            view={opened}
            isAltered={isAltered}
            isPersonal={isPersonalSearch(opened.search) || isPersonalName(opened.name)}
            onSaveChanges={() => saveChanges(opened)}
            onDiscard={() => discard(opened)}
            onShare={() => toggleShared(opened)}
            onAsk={ask}
          />
          {isAltered && opened.may_change && (
            <LightButton
              className={classes.changes}
              busy={update.isPending}
              onClick={() => saveChanges(opened)}
            >
              {texts.saveChanges}
            </LightButton>
          )}
        </>
      ) : (
        isFiltered && (
          <LightButton
            aria-haspopup="dialog"
            title={texts.save}
            icon={<IconBookmark size={16} stroke={1.5} aria-hidden="true" />}
            onPointerEnter={prefetch}
            onFocus={prefetch}
            onClick={() => setAsked('save')}
          >
            <span className={classes.label}>{texts.save}</span>
          </LightButton>
        )
      )}
      {(dialog.last === 'save' || (dialog.last === 'rename' && opened)) && (
        <SavedViewDialog
          opened={asked === dialog.last}
          path={path}
          search={search}
          renamed={dialog.last === 'rename' ? opened : undefined}
          onClose={() => setAsked(undefined)}
        />
      )}
      {opened && (
        <ConfirmDialog
          opened={asked === 'remove'}
          title={texts.removeTitle(opened.name)}
          describeFailure={failureMessage}
          confirmLabel={texts.remove}
          cancelLabel={texts.cancel}
          onConfirm={async () => {
            await remove.call({ params: { id: opened._id }, version: opened.version })
            noteOpenedView(undefined)
            notify.success(texts.removed(opened.name))
          }}
          onClose={() => setAsked(undefined)}
        >
          {opened.is_shared ? texts.removeSharedEffect : texts.removeEffect}
        </ConfirmDialog>
      )}
    </div>
  )
}

/** Returns the view that the address shows, or whose filters the person is changing. */
function useView(path: string, search: ViewSearch): { opened: SavedView | undefined; isAltered: boolean } {
  const views = useKnownViews().filter((view) => view.path === path)
  const openedId = useOpenedView()
  const key = viewKey(path, search)
  const exact = views.find((view) => viewKey(view.path, view.search) === key)
  const isFiltered = Object.keys(search).length > 0
  useEffect(() => {
    if (exact) noteOpenedView(exact._id)
    else if (!isFiltered) noteOpenedView(undefined)
  }, [exact, isFiltered])
  // On another screen nothing is open. A reload keeps it.
  useEffect(() => () => noteOpenedView(undefined), [])
  const opened = exact ?? (isFiltered ? views.find(({ _id }) => _id === openedId) : undefined)
  return { opened, isAltered: opened !== undefined && exact === undefined }
}

/** Focuses the first button when the focused one was replaced: a menu by a button, or the other way round. */
function useFocusOfLostButton(place: { readonly current: HTMLElement | null }, state: string): void {
  const before = useRef(state)
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    if (document.activeElement === document.body) place.current?.querySelector('button')?.focus()
  }, [place, state])
}

interface ViewMenuProps {
  view: SavedView
  isAltered: boolean
  isPersonal: boolean
  onSaveChanges: () => void
  onDiscard: () => void
  onShare: () => void
  onAsk: (asked: Asked) => void
}

function ViewMenu({
  view: { name, is_shared, is_own, may_change, owner },
  isAltered,
  isPersonal,
  onSaveChanges,
  onDiscard,
  onShare,
  onAsk,
}: ViewMenuProps) {
  const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const
  const [isOpen, setIsOpen] = useState(false)
  return (
    <DropMenu
      label={texts.view(name)}
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      width={224}
      target={
        <button
          type="button"
          className={`${button.button} ${classes.name}`}
          aria-label={isAltered ? `${texts.view(name)}, ${texts.altered}` : texts.view(name)}
          title={is_shared && !is_own ? texts.sharedBy(owner.name, owner.is_disabled) : name}
          onPointerEnter={prefetch}
          onFocus={prefetch}
        >
          <IconBookmarkFilled size={16} aria-hidden="true" />
          <span className={`gr-ellipsis ${classes.label}`}>{name}</span>
          {isAltered && <span className={`gr-faint ${classes.label}`}>{texts.altered}</span>}
          <IconChevronDown size={14} stroke={2} aria-hidden="true" />
        </button>
      }
    >
      {isAltered && may_change && (
        <Menu.Item leftSection={<IconDeviceFloppy {...icon} />} onClick={onSaveChanges}>
          {texts.saveChanges}
        </Menu.Item>
      )}
      {(isAltered || !may_change) && (
        <Menu.Item leftSection={<IconBookmark {...icon} />} onClick={() => onAsk('save')}>
          {texts.saveAsNew}
        </Menu.Item>
      )}
      {isAltered && (
        <Menu.Item leftSection={<IconArrowBackUp {...icon} />} onClick={onDiscard}>
          {texts.discard}
        </Menu.Item>
      )}
      {may_change && (
        <>
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onAsk('rename')}>
            {texts.rename}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconUsers {...icon} />}
            disabled={isPersonal && !is_shared}
            title={isPersonal && !is_shared ? texts.personal : undefined}
            onClick={onShare}
          >
            {is_shared ? texts.unshare : texts.share}
          </Menu.Item>
          <Menu.Item
            className="gr-danger"
            leftSection={<IconTrash {...icon} />}
            onClick={() => onAsk('remove')}
          >
            {texts.remove}
          </Menu.Item>
        </>
      )}
    </DropMenu>
  )
}
