import { characterCount } from '@greenroom/contract/field'
import { type Event, type EventType, eventTitleLength } from '@greenroom/contract/sessions/event/event.schema'
import { Textarea } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { shownCurrencies } from '../../../lib/money.ts'
import { ImageField } from '../../../shared/field/image-field/image-field.tsx'
import { PriceField } from '../../../shared/field/price-field/price-field.tsx'
import { ConfirmDialog } from '../../../shared/record/question/confirm-dialog.tsx'
import { registeredText } from '../../../shared/sessions/registrations/registered-text.ts'
import { CountedLabel } from '../../../ui/counted-label.tsx'
import { Field, FormField } from '../../../ui/form-field.tsx'
import { FieldRow, FormSection } from '../../../ui/form-section.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { type EventFormProp, type EventPicture, eventPictures, referralField } from './event-form-values.ts'
import { eventPeopleLink } from './event-kind.ts'
import { eventHideMessages, eventPictureLabels, eventVisibilityMessages } from './event-messages.ts'

export function EventDetailsSection({ form }: EventFormProp) {
  return (
    <FormSection title="Details" hint="What people read first.">
      <TextField
        form={form}
        path="title"
        label={
          <CountedLabel label="Title" count={characterCount(form.values.title)} limit={eventTitleLength} />
        }
        required
      />
      <Field as={Textarea} form={form} path="description" label="Description" rows={4} resize="vertical" />
    </FormSection>
  )
}

interface EventTicketSectionProps extends EventFormProp {
  /** The edit of an offline event shows how many tickets are sold (EVT-27). */
  showsSold: boolean
  /** Null while it is created. */
  stored: Event | null
}

/** Ticket count, and who can register (EVT-26, EVT-27). */
export function EventTicketSection({ form, showsSold, stored }: EventTicketSectionProps) {
  const isLimited = !form.values.is_unlimited_tickets
  // Each of the two numbers limits the other, so leaving one validates both.
  const validateBoth = () => {
    form.validateField('total_tickets')
    if (showsSold) form.validateField('total_tickets_sold')
  }
  const ticketField = { as: NumberField, form, onBlur: validateBoth }
  const ticketSwitch = { as: SwitchRow, isCheck: true, form }
  return (
    <FormSection
      title="Tickets"
      hint={
        stored && (
          // The count beside the number that staff enter (OQ-432).
          <Link {...eventPeopleLink(stored)} className="gr-accent gr-underline">
            {registeredText(stored.registrations_count)}
          </Link>
        )
      }
    >
      <FormField path="is_unlimited_tickets">
        <SwitchRow
          label="Unlimited tickets"
          description="No limit on registrations."
          checked={!isLimited}
          onChange={(checked) => {
            form.setFieldValue('is_unlimited_tickets', checked)
            form.clearFieldError('total_tickets')
            form.clearFieldError('total_tickets_sold')
          }}
        />
      </FormField>
      {(isLimited || showsSold) && (
        <FieldRow>
          {isLimited && <Field {...ticketField} path="total_tickets" label="Total tickets" required />}
          {showsSold && <Field {...ticketField} path="total_tickets_sold" label="Total tickets sold" />}
        </FieldRow>
      )}
      <Field
        {...ticketSwitch}
        path="sold_out"
        label="Sold out"
        hint="Registration closes, whatever the count."
      />
      <Field {...ticketSwitch} path="member_only" label="Members only" hint="Only members can register." />
    </FormSection>
  )
}

/** The discount and the referral discount, all optional (EVT-05, EVT-06, EVT-28, EVT-29, OQ-061). */
export function EventDiscountSection({ form }: EventFormProp) {
  return (
    <FormSection title="Discounts" hint="Leave empty for none.">
      <FieldRow>
        <Field
          as={NumberField}
          form={form}
          path="discount_percentage"
          label="Discount percentage"
          inputMode="decimal"
          unit="%"
        />
        <Field as={NumberField} form={form} path="discount_coins" label="Discount coins" />
      </FieldRow>
      <FieldRow>
        {shownCurrencies.map((currency) => (
          <Field
            key={currency}
            as={PriceField}
            form={form}
            path={referralField(currency)}
            label={`Referral discount, ${currency}`}
            currency={currency}
          />
        ))}
      </FieldRow>
    </FormSection>
  )
}

type ImageProps = Pick<ComponentProps<typeof ImageField>, 'file' | 'stored' | 'error' | 'onPick' | 'onRemove'>

interface EventPictureSectionProps {
  image: (field: EventPicture) => ImageProps
}

/** The three pictures (EVT-30). */
export function EventPictureSection({ image }: EventPictureSectionProps) {
  return (
    <FormSection title="Images" hint="JPG, PNG or WEBP, up to 100 MB each.">
      <FieldRow columns={3}>
        {eventPictures.map((field) => (
          <FormField key={field} path={field}>
            <ImageField label={eventPictureLabels[field]} withHint={false} {...image(field)} />
          </FormField>
        ))}
      </FieldRow>
    </FormSection>
  )
}

interface EventVisibilitySectionProps extends EventFormProp {
  kind: EventType
  /** Whether the stored event is active. */
  isShown: boolean
  /** Hides the stored event at once. */
  onHide: () => Promise<void>
}

/**
 * The Active switch. Hiding asks first and takes effect at once; showing is saved with the form (EVT-12, EVT-13,
 * OQ-058).
 */
export function EventVisibilitySection({ kind, form, isShown, onHide }: EventVisibilitySectionProps) {
  const [isAsking, setAsking] = useState(false)
  const { is_active } = form.values
  const messages = eventVisibilityMessages[kind]
  return (
    <FormSection title="Visibility">
      <FormField path="is_active">
        <SwitchRow
          label="Active"
          description={is_active ? (isShown ? messages.shown : messages.toBeShown) : messages.hidden}
          checked={is_active}
          onChange={(checked) => {
            // A switch that was turned on but not saved has nothing to hide.
            if (checked || !isShown) form.setFieldValue('is_active', checked)
            else setAsking(true)
          }}
        />
      </FormField>
      <ConfirmDialog
        opened={isAsking}
        title={eventHideMessages.title}
        confirmLabel={eventHideMessages.confirm}
        onConfirm={onHide}
        onClose={() => setAsking(false)}
        describeFailure={failureMessage}
      >
        {eventHideMessages.effect}
      </ConfirmDialog>
    </FormSection>
  )
}
