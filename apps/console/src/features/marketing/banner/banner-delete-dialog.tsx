import { getBanner, listBanners, updateBanner } from '@greenroom/contract/marketing/banner/banner.endpoints'
import { Banner } from '@greenroom/contract/marketing/banner/banner.schema'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { withReason } from '../../../lib/api/api-error.ts'
import { callEndpoint } from '../../../lib/api/client.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { notify } from '../../../lib/notify.tsx'
import { NothingLeft, saveEdit } from '../../../shared/record/edit-conflict/save-edit.ts'
import { refresh, undoOf } from '../../../shared/record/undo/undo.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { bannerDeleteMessages, bannerSaveMessages } from './banner-messages.ts'

interface BannerDeleteDialogProps {
  opened: boolean
  banner: Banner
  onClose: () => void
  /** The banner is no longer active, and the list has been updated. */
  onDeleted: () => void
}

/** Asks for confirmation of a delete and runs it. A failed one leaves the question open for another try (BAN-14, BAN-19). */
export function BannerDeleteDialog({ opened, banner, onClose, onDeleted }: BannerDeleteDialogProps) {
  const { call, isPending } = useCall(updateBanner, { invalidates: [listBanners, getBanner] })

  const client = useQueryClient()

  const confirm = async () => {
    try {
      const saved = await saveEdit<{ is_active: boolean }, Banner>({
        loaded: { values: { is_active: banner.is_active }, version: banner.version },
        typed: { is_active: false },
        save: async (_, version) => {
          return (await call({ params: { id: banner._id }, body: { is_active: false }, version })).data
        },
        read: (record) => {
          const { is_active, version } = z.parse(Banner, record)
          return { values: { is_active }, version }
        },
        // Never called: a change by someone else can only be the same one.
        ask: async () => null,
      })
      notify.success(
        bannerSaveMessages.deleted,
        undoOf({
          send: (version = banner.version) =>
            callEndpoint(updateBanner, { params: { id: banner._id }, body: { is_active: true }, version }),
          version: saved?.version,
          describe: (record) => bannerDeleteMessages.now(z.parse(Banner, record).is_active),
          onEnd: () => refresh(client, [listBanners, getBanner]),
        }),
      )
      onDeleted()
      onClose()
    } catch (reason) {
      if (reason instanceof NothingLeft) {
        notify.success(reason.message)
        refresh(client, [listBanners, getBanner])
        onDeleted()
        return onClose()
      }
      notify.error(withReason(bannerSaveMessages.notDeleted, reason))
    }
  }
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={bannerDeleteMessages.title(banner.priority)}
      role="alertdialog"
      closable={!isPending}
      withCloseButton={false}
    >
      <p className="gr-quiet">{bannerDeleteMessages.effect}</p>
      <div className="gr-answers">
        <Button size="md" variant="subtle" data-autofocus disabled={isPending} onClick={onClose}>
          {bannerDeleteMessages.cancel}
        </Button>
        <BusyButton size="md" color="red" busy={isPending} onClick={() => void confirm()}>
          {bannerDeleteMessages.confirm}
        </BusyButton>
      </div>
    </Dialog>
  )
}
