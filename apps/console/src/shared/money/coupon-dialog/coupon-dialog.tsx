import type { Coupon, CouponEntityType } from '@greenroom/contract/money/coupon/coupon.schema'
import { Button } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { RecordFormDialog, useCloseQuestion } from '../../record/record-form/record-form-dialog.tsx'
import classes from './coupon-dialog.module.css'
import { couponDialogMessages } from './coupon-messages.ts'
import { CouponRow, type CouponVenue } from './coupon-row.tsx'
import { CouponSearch } from './coupon-search.tsx'
import { LinkedCoupons, useLinkedCoupons } from './linked-coupons.tsx'
import { useAddedCoupons } from './use-added-coupons.ts'
import { useCouponEditor } from './use-coupon-editor.ts'

interface CouponDialogProps extends CouponVenue {
  /** The masterclass or membership whose coupons these are. */
  entityId: string
  entityType: CouponEntityType
  entityTitle: string
  opened: boolean
  onClose: () => void
}

// Lazy: only the form of a coupon needs the calendar.
const CouponForm = lazyPart('new-coupon', () => import('./coupon-form.tsx').then((part) => part.CouponForm))
const prefetchForm = () => void CouponForm.preload().catch(() => {})

/** The coupons of a masterclass or membership: switch them on and off, add existing or new ones (CPN-03 to CPN-10). */
export function CouponDialog(props: CouponDialogProps) {
  const { entityId, opened } = props
  // Each opening has its own forms, so that a save that finishes later cannot change the next one.
  const [last, setLast] = useState({ entityId, opened: false, opening: 0 })
  if (opened !== last.opened || entityId !== last.entityId) {
    setLast({ entityId, opened, opening: last.opening + (opened ? 1 : 0) })
  }
  return <EntityCoupons key={last.opening} {...props} />
}

function EntityCoupons({
  entityId,
  entityType,
  entityTitle,
  prices,
  startTime,
  opened,
  onClose,
}: CouponDialogProps) {
  const venue = { prices, startTime }
  const question = useCloseQuestion()
  const { askToClose } = question
  const linked = useLinkedCoupons(entityId, entityType, opened)
  const editor = useCouponEditor(entityId, askToClose, (coupon, isToLink) => {
    additions.put(coupon)
    // If it fails, the coupon is there as one that isn't saved yet.
    if (isToLink) void additions.of.submit('save')
  })
  const additions = useAddedCoupons(entityId, entityType, {
    askToClose,
    onDiscard: editor.discard,
    onLinked: (links) => linked.keep(() => links),
    onSaved: onClose,
  })
  const { of, added } = additions
  const cancel = () => {
    editor.cancel()
    additions.discardCreated()
    onClose()
  }
  return (
    <RecordFormDialog
      of={of}
      question={question}
      opened={opened}
      onClose={cancel}
      title={`Coupons for “${entityTitle}”`}
      submitLabel="Save"
      // Saving closes the dialog, which would discard a half-typed coupon.
      isSubmitDisabled={added.length === 0 || editor.of.isDirty || editor.of.isSaving}
      onSubmit={() => void of.submit('save')}
      extraAction={
        <span className={classes.status} role="status">
          {added.length > 0 && unsavedText(added.length, editor.of)}
        </span>
      }
      other={{
        of: editor.of,
        content: (
          <CouponTools
            editor={editor}
            additions={additions}
            linked={linked.links.map((one) => one.coupon_id)}
            prices={prices}
          />
        ),
      }}
    >
      {added.length > 0 && (
        <ul aria-label="New coupons">
          {added.map((one) => (
            <CouponRow
              key={one.coupon._id}
              coupon={one.coupon}
              venue={venue}
              badge={
                <Badge shape="dashed" tone="warn">
                  {one.is_changed ? 'Changed' : 'Not saved'}
                </Badge>
              }
              action={
                <>
                  {one.is_created && (
                    <IconButton
                      label={`Change ${one.coupon.code}`}
                      icon={<IconPencil size={15} stroke={1.5} aria-hidden="true" />}
                      onPointerEnter={prefetchForm}
                      // The form holds one coupon at a time.
                      disabled={editor.isOpen}
                      onClick={() => editor.edit(one.coupon)}
                    />
                  )}
                  <IconButton
                    label={`Remove ${one.coupon.code}`}
                    icon={<IconTrash size={15} stroke={1.5} aria-hidden="true" />}
                    disabled={editor.isOpen && editor.of.base?._id === one.coupon._id}
                    onClick={() => additions.remove(one)}
                  />
                </>
              }
            />
          ))}
        </ul>
      )}
      <LinkedCoupons linked={linked} venue={venue} isBelowOthers={added.length > 0} />
    </RecordFormDialog>
  )
}

interface CouponToolsProps {
  editor: ReturnType<typeof useCouponEditor>
  additions: ReturnType<typeof useAddedCoupons>
  linked: readonly Coupon[]
  prices: CouponVenue['prices']
}

/** Above the rows: the search, and the form of a coupon. */
function CouponTools({ editor, additions, linked, prices }: CouponToolsProps) {
  const { of, added, changedNote } = additions
  const addedIds = new Set([...added.map(({ coupon }) => coupon), ...linked].map(({ _id }) => _id))
  return (
    <div className={classes.body}>
      <fieldset className={classes.tools} disabled={of.isSaving}>
        <CouponSearch addedIds={addedIds} onPick={additions.pick} inputRef={additions.searchInput} />
        {!editor.isOpen && (
          <Button
            ref={editor.createButton}
            size="md"
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
            onPointerEnter={prefetchForm}
            onClick={editor.open}
          >
            Create new coupon
          </Button>
        )}
      </fieldset>
      {editor.isOpen && (
        <PartBoundary fallback={<Skeleton height={352} />}>
          <CouponForm
            key={editor.of.base?._id ?? 'new'}
            of={editor.of}
            prices={prices}
            onCancel={editor.leave}
            // Save would link the others too.
            onCreateAndLink={added.length === 0 ? () => void editor.createAndLink() : undefined}
          />
        </PartBoundary>
      )}
      {changedNote && (
        <p className="gr-small gr-danger" role="alert">
          {changedNote}
        </p>
      )}
    </div>
  )
}

/** What is left to do before the dialog closes. */
function unsavedText(count: number, { isDirty, base }: ReturnType<typeof useCouponEditor>['of']): string {
  if (!isDirty) return `${count} ${count === 1 ? 'coupon' : 'coupons'} not saved`
  return base ? couponDialogMessages.changeFirst(base.code) : couponDialogMessages.formFirst
}
