import {
  createSavedView,
  listSavedViews,
  updateSavedView,
} from '@greenroom/contract/desk/saved-view/saved-view.endpoints'
import type { ViewSearch } from '@greenroom/contract/desk/saved-view/saved-view.rules'
import { NewSavedView, type SavedView } from '@greenroom/contract/desk/saved-view/saved-view.schema'
import { isPersonalSearch } from '@greenroom/contract/desk/saved-view/viewed-screens'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { notify } from '../../../lib/notify.tsx'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { SubmitButton } from '../../../ui/busy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { savedViewTexts as texts } from './saved-view-messages.ts'

interface SavedViewDialogProps {
  opened: boolean
  /** The address to save. */
  path: string
  search: ViewSearch
  /** The view to rename; undefined saves a new one. */
  renamed: SavedView | undefined
  onClose: () => void
}

/** Asks for the name of a view, and of a new one whether it is shared. */
export function SavedViewDialog({ opened, path, search, renamed, onClose }: SavedViewDialogProps) {
  const [name, setName] = useState(renamed?.name ?? '')
  const [isShared, setIsShared] = useState(false)
  const [error, setError] = useState<string>()
  const options = { invalidates: [listSavedViews], refreshesOnConflict: true }
  const isShown = useIsShown(opened)
  const create = useCall(createSavedView, options)
  const update = useCall(updateSavedView, options)
  const isPending = create.isPending || update.isPending
  const field = useRef<HTMLInputElement>(null)
  const isPersonal = isPersonalSearch(search)

  const refuse = (message: string) => {
    setError(message)
    field.current?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const checked = NewSavedView.safeParse({ path, name, search, is_shared: isShared })
    if (!checked.success) return refuse(checked.error.issues[0]?.message ?? '')
    setError(undefined)
    try {
      const body = checked.data
      if (renamed) {
        await update.call({
          params: { id: renamed._id },
          body: { name: body.name },
          version: renamed.version,
        })
        notify.success(texts.renamed)
      } else {
        await create.call({ body })
        notify.success(texts.saved(body.name))
      }
      if (isShown.current) onClose()
    } catch (reason) {
      if (isShown.current) refuse(failureMessage(reason))
      else notify.error(failureMessage(reason))
    }
  }

  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={renamed ? texts.renameTitle(renamed.name) : texts.save}
      closable={!isPending}
    >
      <form className="gr-stack" onSubmit={(event) => void submit(event)} noValidate>
        {!renamed && <p className="gr-quiet">{texts.help}</p>}
        <TextInput
          ref={field}
          label={texts.name}
          withAsterisk
          data-autofocus
          autoComplete="off"
          readOnly={isPending}
          value={name}
          error={error}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {!renamed && (
          <SwitchRow
            label={texts.shareLabel}
            description={isPersonal ? texts.personal : texts.shareHelp}
            checked={isShared}
            disabled={isPending || isPersonal}
            onChange={setIsShared}
          />
        )}
        <div className="gr-answers">
          <Button size="md" variant="subtle" disabled={isPending} onClick={onClose}>
            {texts.cancel}
          </Button>
          <SubmitButton busy={isPending}>{renamed ? texts.rename : texts.save}</SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
