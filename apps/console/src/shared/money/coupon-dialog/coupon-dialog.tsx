import type { Price } from '@greenroom/contract/money'
import {
  createCoupon,
  listCoupons,
  listCouponsOfEntity,
  removeCoupon,
  saveCouponsOfEntity,
  searchCoupons,
  setCouponLinkStatus,
  updateCoupon,
} from '@greenroom/contract/money/coupon/coupon.endpoints'
import { linkWarning } from '@greenroom/contract/money/coupon/coupon.rules'
import { Coupon, type CouponEntityType, CouponLink } from '@greenroom/contract/money/coupon/coupon.schema'
import { listMemberships } from '@greenroom/contract/money/membership/membership.endpoints'
import { listMasterclasses } from '@greenroom/contract/sessions/masterclass/masterclass.endpoints'
import { Button, Switch } from '@mantine/core'
import { IconPencil, IconPlus, IconRosetteDiscount, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { queryKey, useCall, useRead } from '../../../lib/api/hooks.ts'
import { isStale } from '../../../lib/api/outdated.ts'
import { failureText, notify } from '../../../lib/notify.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Loading } from '../../../ui/loading.tsx'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { editConflictMessages } from '../../record/edit-conflict/edit-conflict-messages.ts'
import { NothingLeft } from '../../record/edit-conflict/save-edit.ts'
import { RecordFormDialog, useCloseQuestion } from '../../record/record-form/record-form-dialog.tsx'
import { useRecordForm } from '../../record/record-form/use-record-form.tsx'
import { LoadFailure } from '../../record/record-list/load-failure.tsx'
import { addedCouponsForm } from './added-coupons.ts'
import classes from './coupon-dialog.module.css'
import { couponDialogMessages, linkWarnings } from './coupon-messages.ts'
import { CouponPrices } from './coupon-prices.tsx'
import { CouponRow } from './coupon-row.tsx'
import { CouponSearch } from './coupon-search.tsx'
import { couponTerms } from './coupon-terms.ts'
import { couponChangesOf, couponForm, couponOf } from './coupon-values.ts'

interface CouponDialogProps {
  /** The masterclass or membership whose coupons these are. */
  entityId: string
  entityType: CouponEntityType
  entityTitle: string
  /** Its prices without a coupon. */
  prices: readonly Price[]
  /** Start of a masterclass; null for what has none. */
  startTime: string | null
  opened: boolean
  onClose: () => void
}

// Lazy: only the form of a coupon needs the calendar.
const CouponForm = lazyPart('new-coupon', () => import('./coupon-form.tsx').then((part) => part.CouponForm))

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
  const client = useQueryClient()
  const listInput = { params: { masterclassId: entityId }, query: { entity_type: entityType } }
  const links = useRead(listCouponsOfEntity, listInput, { enabled: opened, keepPrevious: false })
  // The lists count the linked coupons.
  const link = useCall(saveCouponsOfEntity, {
    invalidates: [listMasterclasses, listMemberships, listCoupons],
  })
  const create = useCall(createCoupon, { invalidates: [searchCoupons, listCoupons] })
  const update = useCall(updateCoupon, { invalidates: [searchCoupons, listCoupons] })
  const discard = useCall(removeCoupon, { invalidates: [searchCoupons, listCoupons] })
  const changing = useCall(setCouponLinkStatus, { invalidates: [] })
  const [changingIds, setChangingIds] = useState<ReadonlySet<string>>(new Set())
  const [changedNote, setChangedNote] = useState<string>()
  const searchInput = useRef<HTMLInputElement>(null)
  const createButton = useRef<HTMLButtonElement>(null)
  const question = useCloseQuestion()
  const { askToClose } = question

  // A coupon that nobody else has linked meanwhile; the server keeps any other (OQ-304). If the call fails, the coupon
  // is listed as not linked.
  const discardCoupon = ({ _id }: Coupon) => void discard.call({ params: { id: _id } }).catch(() => {})
  const isCancelled = useRef(false)
  const [couponSpec] = useState(() => couponForm(`new-coupon:${entityId}`))
  /** The row that the form changes; null for a new coupon. */
  const [edited, setEdited] = useState<Coupon | null>(null)
  const newCoupon = useRecordForm(couponSpec, edited, {
    askToClose,
    messages: { create: couponDialogMessages.create, update: couponDialogMessages.update },
    create: async (values) => {
      const { data } = await create.call({ body: couponOf(values) })
      if (isCancelled.current) discardCoupon(data)
      return data
    },
    update: async ({ stored: { _id }, changes, all, version }) =>
      (await update.call({ params: { id: _id }, body: couponChangesOf(changes, all), version })).data,
    onSaved: (coupon) => {
      put(z.parse(Coupon, coupon))
      leaveForm()
    },
  })
  const [isFormOpen, setFormOpen] = useState(newCoupon.notices.isRestored)
  const resetForm = useRef(newCoupon.reset)
  resetForm.current = newCoupon.reset
  // The form takes over the row to change, or becomes that of a new coupon.
  const lastEdited = useRef(edited)
  useLayoutEffect(() => {
    if (lastEdited.current === edited) return
    lastEdited.current = edited
    resetForm.current()
  }, [edited])

  const [addedSpec] = useState(() => addedCouponsForm(entityId))
  const of = useRecordForm(addedSpec, null, {
    askToClose,
    // `create` shows its own toast.
    messages: {},
    create: async ({ added }) => {
      setChangedNote(undefined)
      // Only ids and versions: linking a coupon must not overwrite terms that someone else has changed since.
      const coupons = added.map(({ coupon: { _id, version } }) => ({ _id, version }))
      const messages = added.some(({ is_created }) => is_created)
        ? couponDialogMessages.create
        : couponDialogMessages.link(added.length)
      const work = link.call({ body: { coupons, entity_id: entityId, entity_type: entityType } })
      const { data } = await notify.progress(work, messages, { isOnScreen: true })
      await keep(() => data)
      return { _id: entityId }
    },
    onSaved: onClose,
    onFailed: (reason) => {
      if (!isStale(reason)) return false
      showChanged(z.parse(Coupon, reason.data))
      return true
    },
  })
  const { added } = of.form.values
  const setAdded = (next: typeof added) => of.form.setFieldValue('added', next)

  // When the form closes, the button that opened it is rendered again and takes the focus.
  const isFormLeft = useRef(false)
  useEffect(() => {
    if (isFormOpen || !isFormLeft.current) return
    isFormLeft.current = false
    createButton.current?.focus()
  }, [isFormOpen])
  const leaveForm = () => {
    if (edited === null) newCoupon.reset()
    else setEdited(null)
    setFormOpen(false)
    isFormLeft.current = true
  }
  const edit = (coupon: Coupon) => {
    setEdited(coupon)
    setFormOpen(true)
  }

  const keep = async (change: (before: CouponLink[]) => CouponLink[]) => {
    const key = queryKey(listCouponsOfEntity, listInput)
    // A response from before this change would undo it on the screen.
    await client.cancelQueries({ queryKey: key })
    client.setQueryData<CouponLink[]>(key, (before) => change(before ?? []))
  }
  const add = (coupon: Coupon, isCreated: boolean) => {
    const before = of.form.getValues().added
    if (before.some((one) => one.coupon._id === coupon._id)) return
    setAdded([{ coupon, is_created: isCreated, is_changed: false }, ...before])
  }
  /** Adds a coupon that was created here, or replaces its row. */
  const put = (coupon: Coupon) => {
    const before = of.form.getValues().added
    const isAdded = before.some((one) => one.coupon._id === coupon._id)
    if (!isAdded) return add(coupon, true)
    setAdded(
      before.map((one) => (one.coupon._id === coupon._id ? { ...one, coupon, is_changed: false } : one)),
    )
  }
  const remove = ({ coupon: removed, is_created }: (typeof added)[number]) => {
    setAdded(added.filter(({ coupon }) => coupon._id !== removed._id))
    setChangedNote(undefined)
    searchInput.current?.focus()
    if (is_created) discardCoupon(removed)
  }
  const cancel = () => {
    isCancelled.current = true
    // A running save links them.
    if (!of.isSaving) for (const one of added) if (one.is_created) discardCoupon(one.coupon)
    onClose()
  }
  const switchTo = async (link: CouponLink, isActive: boolean): Promise<CouponLink> => {
    const body = { coupon_id: link.coupon_id._id, entity_id: entityId, is_active: isActive }
    try {
      return (await changing.call({ version: link.version, body })).data
    } catch (error) {
      if (!isStale(error)) throw error
      // Someone else has switched it in the meantime, which does not contradict this change (OQ-109).
      const stored = z.parse(CouponLink, error.data)
      if (stored.is_active !== isActive) return switchTo(stored, isActive)
      throw new NothingLeft(editConflictMessages.alreadyMade, { values: {}, version: stored.version }, stored)
    }
  }
  const changeStatus = async (changed: CouponLink, isActive: boolean) => {
    const { _id } = changed.coupon_id
    if (changingIds.has(_id)) return
    setChangingIds((before) => new Set(before).add(_id))
    try {
      const messages = couponDialogMessages.changeStatus
      const error = (reason: unknown) =>
        reason instanceof NothingLeft ? reason.message : failureText(messages.error, reason)
      const link = await notify.progress(switchTo(changed, isActive), { ...messages, error })
      await keep((before) => before.map((one) => (one.coupon_id._id === _id ? link : one)))
    } catch {
      // The toast has reported it. After a lost response, or somebody else's change, only the server knows the state.
      void links.refetch()
    } finally {
      setChangingIds((before) => new Set([...before].filter((id) => id !== _id)))
    }
  }
  // Nothing was edited here, so there is nothing to merge. Show both terms: the person saves again or removes the coupon.
  const showChanged = (stored: Coupon) => {
    const picked = added.find(({ coupon }) => coupon._id === stored._id)
    if (!picked) return
    setAdded(added.map((one) => (one === picked ? { ...one, coupon: stored, is_changed: true } : one)))
    const terms = { picked: couponTerms(picked.coupon), stored: couponTerms(stored) }
    setChangedNote(couponDialogMessages.changed(picked.coupon.code, terms))
    void client.invalidateQueries({ queryKey: queryKey(searchCoupons) })
  }

  const linked = links.data ?? []
  const addedIds = new Set(
    [...added.map(({ coupon }) => coupon), ...linked.map((one) => one.coupon_id)].map(({ _id }) => _id),
  )

  const early = (coupon: Coupon): ReactNode =>
    linkWarning(coupon, { is_active: true, start_time: startTime }, new Date()) === 'ends-before-session' && (
      <Badge shape="bar" tone="warn">
        {linkWarnings['ends-before-session']}
      </Badge>
    )

  return (
    <RecordFormDialog
      of={of}
      question={question}
      opened={opened}
      onClose={cancel}
      title={`Coupons for “${entityTitle}”`}
      submitLabel="Save"
      // Saving closes the dialog, which would discard a half-typed coupon.
      isSubmitDisabled={added.length === 0 || newCoupon.isDirty || newCoupon.isSaving}
      onSubmit={() => void of.submit('save')}
      extraAction={
        <span className={classes.status} role="status">
          {added.length > 0 &&
            (newCoupon.isDirty
              ? newCoupon.base
                ? couponDialogMessages.changeFirst(newCoupon.base.code)
                : couponDialogMessages.formFirst
              : `${added.length} ${added.length === 1 ? 'coupon' : 'coupons'} not saved`)}
        </span>
      }
      other={{
        of: newCoupon,
        content: (
          <div className={classes.body}>
            <fieldset className={classes.tools} disabled={of.isSaving}>
              <CouponSearch
                addedIds={addedIds}
                onPick={(coupon) => add(coupon, false)}
                inputRef={searchInput}
              />
              {!isFormOpen && (
                <Button
                  ref={createButton}
                  size="md"
                  variant="default"
                  leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
                  onPointerEnter={() => void CouponForm.preload().catch(() => {})}
                  onClick={() => setFormOpen(true)}
                >
                  Create new coupon
                </Button>
              )}
            </fieldset>
            {isFormOpen && (
              <PartBoundary fallback={<Skeleton height={352} />}>
                <CouponForm
                  key={newCoupon.base?._id ?? 'new'}
                  of={newCoupon}
                  prices={prices}
                  onCancel={leaveForm}
                />
              </PartBoundary>
            )}
            {changedNote && (
              <p className="gr-small gr-danger" role="alert">
                {changedNote}
              </p>
            )}
          </div>
        ),
      }}
    >
      {added.length > 0 && (
        <ul aria-label="New coupons">
          {added.map((one) => (
            <CouponRow
              key={one.coupon._id}
              coupon={one.coupon}
              badge={
                <>
                  <Badge shape="dashed" tone="warn">
                    {one.is_changed ? 'Changed' : 'Not saved'}
                  </Badge>
                  {early(one.coupon)}
                </>
              }
              prices={<CouponPrices prices={prices} coupon={one.coupon} />}
              action={
                <>
                  {one.is_created && (
                    <IconButton
                      label={`Change ${one.coupon.code}`}
                      icon={<IconPencil size={15} stroke={1.5} aria-hidden="true" />}
                      onPointerEnter={() => void CouponForm.preload().catch(() => {})}
                      // The form holds one coupon at a time.
                      disabled={isFormOpen}
                      onClick={() => edit(one.coupon)}
                    />
                  )}
                  <IconButton
                    label={`Remove ${one.coupon.code}`}
                    icon={<IconTrash size={15} stroke={1.5} aria-hidden="true" />}
                    disabled={isFormOpen && newCoupon.base?._id === one.coupon._id}
                    onClick={() => remove(one)}
                  />
                </>
              }
            />
          ))}
        </ul>
      )}
      {links.isPending ? (
        <LoadingRows />
      ) : links.isError && !links.data ? (
        <LoadFailure
          title={couponDialogMessages.failed}
          error={links.error}
          onRetry={() => void links.refetch()}
        />
      ) : linked.length > 0 ? (
        <section aria-label="Linked coupons" className={added.length > 0 ? classes.linked : undefined}>
          <ul>
            {linked.map((one) => (
              <CouponRow
                key={one.coupon_id._id}
                coupon={one.coupon_id}
                badge={early(one.coupon_id)}
                prices={<CouponPrices prices={prices} coupon={one.coupon_id} />}
                action={
                  <>
                    {changingIds.has(one.coupon_id._id) && <Spinner />}
                    <Switch
                      label="Active"
                      aria-label={`Active, ${one.coupon_id.code}`}
                      checked={one.is_active}
                      aria-busy={changingIds.has(one.coupon_id._id) || undefined}
                      onChange={(event) => void changeStatus(one, event.currentTarget.checked)}
                    />
                  </>
                }
              />
            ))}
          </ul>
        </section>
      ) : (
        added.length === 0 && (
          <StatePanel
            kind="empty"
            icon={IconRosetteDiscount}
            title={couponDialogMessages.empty}
            help={couponDialogMessages.emptyHelp}
          />
        )
      )}
    </RecordFormDialog>
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
