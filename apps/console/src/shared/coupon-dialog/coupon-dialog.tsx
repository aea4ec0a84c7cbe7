import {
  listCouponsOfEntity,
  saveCouponsOfEntity,
  searchCoupons,
  setCouponLinkStatus,
} from '@greenroom/contract/coupon/coupon.endpoints'
import { Coupon, type CouponEntityType, CouponLink } from '@greenroom/contract/coupon/coupon.schema'
import { Button, Switch } from '@mantine/core'
import { IconPlus, IconRosetteDiscount, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { ApiError, failureHelp, failureMessage } from '../../lib/api/api-error.ts'
import { queryKey, useCall, useRead } from '../../lib/api/hooks.ts'
import { notify } from '../../lib/notify.tsx'
import { Badge } from '../../ui/badge.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Loading } from '../../ui/loading.tsx'
import { PartBoundary } from '../../ui/part-boundary.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import { useUnsavedChanges } from '../../ui/unsaved-changes.ts'
import classes from './coupon-dialog.module.css'
import { couponDialogMessages } from './coupon-messages.ts'
import { CouponRow } from './coupon-row.tsx'
import { CouponSearch } from './coupon-search.tsx'
import { couponTerms } from './coupon-words.ts'

interface CouponDialogProps {
  /** The masterclass or membership whose coupons these are. */
  entityId: string
  entityType: CouponEntityType
  entityTitle: string
  opened: boolean
  onClose: () => void
}

/** A coupon that is to be linked. */
interface AddedCoupon {
  coupon: Coupon
  /** Made in this dialog, not picked from the search. */
  isCreated: boolean
  /** Someone else has changed it since it was added here. */
  isChanged: boolean
}

// The form brings the calendar, which only those who create a coupon need.
const NewCouponForm = lazyPart('new-coupon', () =>
  import('./new-coupon-form.tsx').then((part) => part.NewCouponForm),
)

/** The coupons of a masterclass or membership: switch them on and off, add existing or new ones (CPN-03 to CPN-10). */
export function CouponDialog({ entityId, entityType, entityTitle, opened, onClose }: CouponDialogProps) {
  const client = useQueryClient()
  const listInput = { params: { masterclassId: entityId }, query: { entity_type: entityType } }
  const links = useRead(listCouponsOfEntity, listInput, { enabled: opened, keepPrevious: false })
  const saving = useCall(saveCouponsOfEntity, { invalidates: [] })
  const changing = useCall(setCouponLinkStatus, { invalidates: [] })

  const [newCoupons, setNewCoupons] = useState<AddedCoupon[]>([])
  const [isCreating, setIsCreating] = useState(false)
  const [isFormDirty, setIsFormDirty] = useState(false)
  const [isFormBusy, setIsFormBusy] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const [changingIds, setChangingIds] = useState<ReadonlySet<string>>(new Set())
  const [failure, setFailure] = useState<string>()
  const searchInput = useRef<HTMLInputElement>(null)
  const createButton = useRef<HTMLButtonElement>(null)

  // The button comes back when the form goes, and takes the focus that the form had.
  const isFormLeft = useRef(false)
  useEffect(() => {
    if (isCreating || !isFormLeft.current) return
    isFormLeft.current = false
    createButton.current?.focus()
  }, [isCreating])

  const reset = () => {
    setNewCoupons([])
    setIsCreating(false)
    setIsFormDirty(false)
    setIsFormBusy(false)
    setFailure(undefined)
  }
  // Coupons that were gathered for one thing must not be saved to another.
  const [subject, setSubject] = useState(entityId)
  if (opened && subject !== entityId) {
    setSubject(entityId)
    setIsAsking(false)
    reset()
  }

  const isDirty = opened && (newCoupons.length > 0 || isFormDirty)
  const isBusy = saving.isPending || isFormBusy
  const askToLeave = () => {
    // While something is being saved it can neither be closed nor left.
    if (!isBusy) setIsAsking(true)
  }
  const release = useUnsavedChanges(isDirty, { askToClose: askToLeave })

  const close = () => {
    release()
    reset()
    onClose()
  }
  const askToClose = () => (isDirty ? askToLeave() : close())
  // The question goes after the dialog has: the other way round it would hand the focus to a button that disappears.
  const isDiscarding = useRef(false)
  useEffect(() => {
    if (opened) return
    isDiscarding.current = false
    setIsAsking(false)
  }, [opened])
  const discard = async () => {
    isDiscarding.current = true
    close()
  }
  const keep = async (change: (before: CouponLink[]) => CouponLink[]) => {
    const key = queryKey(listCouponsOfEntity, listInput)
    // An answer that left the server before this change would undo it on the screen.
    await client.cancelQueries({ queryKey: key })
    client.setQueryData<CouponLink[]>(key, (before) => change(before ?? []))
  }

  const add = (coupon: Coupon, isCreated: boolean) =>
    setNewCoupons((before) =>
      before.some((one) => one.coupon._id === coupon._id)
        ? before
        : [{ coupon, isCreated, isChanged: false }, ...before],
    )
  const remove = ({ _id }: Coupon) => {
    setNewCoupons((before) => before.filter(({ coupon }) => coupon._id !== _id))
    setFailure(undefined)
    searchInput.current?.focus()
  }
  const leaveForm = () => {
    setIsCreating(false)
    setIsFormDirty(false)
    isFormLeft.current = true
  }
  const switchTo = async (link: CouponLink, isActive: boolean): Promise<CouponLink> => {
    const body = { coupon_id: link.coupon_id._id, entity_id: entityId, is_active: isActive }
    try {
      return (await changing.call({ version: link.version, body })).data
    } catch (error) {
      if (!isStale(error)) throw error
      // Someone else has switched it: to the same state, or there and back. Neither contradicts this change (OQ-109).
      const stored = z.parse(CouponLink, error.data)
      return stored.is_active === isActive ? stored : switchTo(stored, isActive)
    }
  }
  const changeStatus = async (changed: CouponLink, isActive: boolean) => {
    const { _id } = changed.coupon_id
    if (changingIds.has(_id)) return
    setChangingIds((before) => new Set(before).add(_id))
    try {
      const link = await notify.progress(switchTo(changed, isActive), couponDialogMessages.changeStatus)
      await keep((before) => before.map((one) => (one.coupon_id._id === _id ? link : one)))
    } catch {
      // The toast has said it. After a lost answer only the server knows whether the switch was turned.
      void links.refetch()
    } finally {
      setChangingIds((before) => new Set([...before].filter((id) => id !== _id)))
    }
  }
  const save = async () => {
    setFailure(undefined)
    // Only what names the coupons: linking one must not write back terms that someone else has changed meanwhile.
    const coupons = newCoupons.map(({ coupon: { _id, version } }) => ({ _id, version }))
    const words = newCoupons.some(({ isCreated }) => isCreated)
      ? couponDialogMessages.create
      : couponDialogMessages.link(newCoupons.length)
    try {
      const body = { coupons, entity_id: entityId, entity_type: entityType }
      const { data } = await notify.progress(saving.call({ body }), words)
      await keep(() => data)
      close()
    } catch (error) {
      if (isStale(error)) showChanged(z.parse(Coupon, error.data))
      else setFailure(failureMessage(error))
    }
  }
  // Linking has no value of ours to keep: the person sees both terms, and links the coupon as it is now or removes it.
  const showChanged = (stored: Coupon) => {
    const picked = newCoupons.find(({ coupon }) => coupon._id === stored._id)
    if (!picked) return
    setNewCoupons((before) =>
      before.map((one) =>
        one.coupon._id === stored._id ? { ...one, coupon: stored, isChanged: true } : one,
      ),
    )
    const terms = { picked: couponTerms(picked.coupon), stored: couponTerms(stored) }
    setFailure(couponDialogMessages.changed(picked.coupon.code, terms))
    void client.invalidateQueries({ queryKey: queryKey(searchCoupons) })
  }

  const linked = links.data ?? []
  const addedIds = new Set(
    [...newCoupons.map(({ coupon }) => coupon), ...linked.map((link) => link.coupon_id)].map(
      ({ _id }) => _id,
    ),
  )

  return (
    <>
      <Dialog
        opened={opened}
        onClose={askToClose}
        closable={!isBusy && !isAsking}
        size="wide"
        title={`Coupons for “${entityTitle}”`}
        footer={
          <>
            <span className={classes.status} role="status">
              {newCoupons.length > 0 &&
                (isFormDirty
                  ? couponDialogMessages.formFirst
                  : `${newCoupons.length} ${newCoupons.length === 1 ? 'coupon' : 'coupons'} not saved`)}
            </span>
            <Button size="md" variant="subtle" disabled={isBusy} onClick={askToClose}>
              Cancel
            </Button>
            <BusyButton
              size="md"
              busy={saving.isPending}
              // Saving closes the dialog, and a coupon that is half typed would go with it.
              disabled={newCoupons.length === 0 || isFormDirty || isFormBusy}
              onClick={save}
            >
              Save
            </BusyButton>
          </>
        }
      >
        <div className={classes.body}>
          <div className={classes.tools}>
            <CouponSearch
              addedIds={addedIds}
              onPick={(coupon) => add(coupon, false)}
              inputRef={searchInput}
            />
            {!isCreating && (
              <Button
                ref={createButton}
                size="md"
                variant="default"
                leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
                onPointerEnter={() => void NewCouponForm.preload().catch(() => {})}
                onClick={() => setIsCreating(true)}
              >
                Create new coupon
              </Button>
            )}
          </div>
          {isCreating && (
            <PartBoundary fallback={<Skeleton height={268} />}>
              <NewCouponForm
                onCreated={(coupon) => {
                  add(coupon, true)
                  leaveForm()
                }}
                onCancel={leaveForm}
                onDirtyChange={setIsFormDirty}
                onBusyChange={setIsFormBusy}
              />
            </PartBoundary>
          )}
          {failure && (
            <p className={classes.failure} role="alert">
              {failure}
            </p>
          )}
          {newCoupons.length > 0 && (
            <ul aria-label="New coupons">
              {newCoupons.map(({ coupon, isChanged }) => (
                <CouponRow
                  key={coupon._id}
                  coupon={coupon}
                  badge={
                    <Badge shape="dashed" tone="warn">
                      {isChanged ? 'Changed' : 'Not saved'}
                    </Badge>
                  }
                  action={
                    <IconButton
                      label={`Remove ${coupon.code}`}
                      icon={<IconTrash size={15} stroke={1.5} aria-hidden="true" />}
                      disabled={saving.isPending}
                      onClick={() => remove(coupon)}
                    />
                  }
                />
              ))}
            </ul>
          )}
          {links.isPending ? (
            <LoadingRows />
          ) : links.isError && !links.data ? (
            <StatePanel
              kind="error"
              title={couponDialogMessages.failed}
              help={failureHelp(links.error)}
              action={
                <Button variant="default" onClick={() => void links.refetch()}>
                  Retry
                </Button>
              }
            />
          ) : linked.length > 0 ? (
            <section
              aria-label="Linked coupons"
              className={newCoupons.length > 0 ? classes.linked : undefined}
            >
              <ul>
                {linked.map((link) => (
                  <CouponRow
                    key={link.coupon_id._id}
                    coupon={link.coupon_id}
                    action={
                      <>
                        {changingIds.has(link.coupon_id._id) && <Spinner />}
                        <Switch
                          label="Active"
                          aria-label={`Active, ${link.coupon_id.code}`}
                          checked={link.is_active}
                          aria-busy={changingIds.has(link.coupon_id._id) || undefined}
                          onChange={(event) => void changeStatus(link, event.currentTarget.checked)}
                        />
                      </>
                    }
                  />
                ))}
              </ul>
            </section>
          ) : (
            newCoupons.length === 0 && (
              <StatePanel
                kind="empty"
                icon={<IconRosetteDiscount size={20} stroke={1.5} aria-hidden="true" />}
                title={couponDialogMessages.empty}
                help={couponDialogMessages.emptyHelp}
              />
            )
          )}
        </div>
      </Dialog>
      <ConfirmDialog
        opened={isAsking}
        title="Close without saving?"
        onConfirm={discard}
        onClose={() => isDiscarding.current || setIsAsking(false)}
      >
        The coupons that you added are not linked to “{entityTitle}”.
      </ConfirmDialog>
    </>
  )
}

function LoadingRows() {
  return (
    <Loading label={couponDialogMessages.loading}>
      {['first', 'second', 'third'].map((row) => (
        <div key={row} className={classes.loading}>
          <Skeleton width="30%" height={14} />
          <Skeleton width="45%" />
        </div>
      ))}
    </Loading>
  )
}

function isStale(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'STALE'
}
