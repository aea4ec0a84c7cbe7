import { characterCount } from '@greenroom/contract/field'
import {
  createPaymentPage,
  getPaymentPage,
  listPaymentPages,
  updatePaymentPage,
} from '@greenroom/contract/money/payment-page/payment-page.endpoints'
import {
  type PaymentPage,
  paymentPageTitle,
} from '@greenroom/contract/money/payment-page/payment-page.schema'
import { Checkbox, Textarea } from '@mantine/core'
import { useCall } from '../../../lib/api/hooks.ts'
import { ImageField } from '../../../shared/field/image-field/image-field.tsx'
import { EditedRecordDialog } from '../../../shared/record/record-form/edited-record-dialog.tsx'
import { RecordFormDialog, useCloseQuestion } from '../../../shared/record/record-form/record-form-dialog.tsx'
import { useRecordForm } from '../../../shared/record/record-form/use-record-form.tsx'
import { useUpload } from '../../../shared/record/record-form/use-upload.ts'
import { VenueField } from '../../../shared/record/record-form/venue-field.tsx'
import { CountedLabel } from '../../../ui/counted-label.tsx'
import { Field, FormField } from '../../../ui/form-field.tsx'
import { FieldRow } from '../../../ui/form-section.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { paymentPageFormMessages as messages, paymentPageProgress } from './payment-page-messages.ts'
import { PaymentPagePrices } from './payment-page-prices.tsx'
import { newPaymentPageOf, paymentPageChangesOf, paymentPageForm } from './payment-page-values.tsx'
import { saveFailure } from './save-failure.ts'

interface PaymentPageDialogProps {
  opened: boolean
  /** The page to edit; null creates one. */
  id: string | null
  /** The same page in the list, if it contains it. */
  listed: PaymentPage | undefined
  onClose: () => void
  onSaved: (page: PaymentPage) => void
}

/** The dialog of a new or a stored payment page (PAY-04). */
export function PaymentPageDialog({ id, listed, ...form }: PaymentPageDialogProps) {
  const { opened, onClose } = form
  return (
    <EditedRecordDialog endpoint={getPaymentPage} {...{ id, listed, opened, onClose, messages }}>
      {(record) => <PaymentPageForm {...form} record={record} />}
    </EditedRecordDialog>
  )
}

type PaymentPageFormProps = Pick<PaymentPageDialogProps, 'opened' | 'onClose' | 'onSaved'> & {
  record: PaymentPage | null
}

/** The form of a payment page, in its dialog (PAY-04 to PAY-10). */
function PaymentPageForm({ opened, record, onClose, onSaved }: PaymentPageFormProps) {
  const upload = useUpload()
  const create = useCall(createPaymentPage, { invalidates: [listPaymentPages] })
  const update = useCall(updatePaymentPage, { invalidates: [listPaymentPages, getPaymentPage] })
  const question = useCloseQuestion()
  const of = useRecordForm(paymentPageForm, record, {
    messages: {
      create: { ...paymentPageProgress.create, error: (reason) => saveFailure('create', reason) },
      update: { ...paymentPageProgress.update, error: (reason) => saveFailure('update', reason) },
    },
    create: async (values, sending) =>
      (await create.call({ body: newPaymentPageOf(values, await upload(values.banner, sending)) })).data,
    update: async ({ stored, changes, all, version }, sending) => {
      const { banner, ...others } = changes
      const sent = banner === undefined ? others : { ...others, banner: await upload(banner, sending) }
      return (
        await update.call({ params: { id: stored._id }, body: paymentPageChangesOf(sent, all), version })
      ).data
    },
    onSaved,
    askToClose: question.askToClose,
  })
  const { values } = of.form
  return (
    <RecordFormDialog
      of={of}
      question={question}
      opened={opened}
      title={of.base ? messages.editTitle(of.base.title) : messages.createTitle}
      submitLabel={of.base ? messages.save : messages.create}
      onSubmit={() => void of.submit('save')}
      onClose={onClose}
      history={of.base ? { type: 'payment-page', id: of.base._id } : undefined}
    >
      <FormField path="banner">
        <ImageField label={messages.banner} required {...of.image('banner')} />
      </FormField>
      <TextField
        form={of.form}
        path="title"
        label={
          <CountedLabel
            label={messages.title}
            count={characterCount(values.title)}
            limit={paymentPageTitle.longest}
          />
        }
        required
      />
      <Field
        as={Textarea}
        form={of.form}
        path="description"
        label={messages.description}
        autosize
        minRows={3}
        maxRows={8}
      />
      <PaymentPagePrices form={of.form} />
      <VenueField form={of.form} hint={messages.venueHint} />
      <fieldset>
        <legend className="gr-part">{messages.leadTracking}</legend>
        <FieldRow>
          {(['add_to_cart', 'purchase'] as const).map((name) => (
            <TextField
              key={name}
              form={of.form}
              path={name}
              label={name === 'add_to_cart' ? messages.addToCart : messages.purchase}
              inputMode="numeric"
              maxLength={20}
            />
          ))}
        </FieldRow>
      </fieldset>
      <Field
        as={Checkbox}
        isCheck
        form={of.form}
        path="is_active"
        label={messages.active}
        hint={messages.activeHint}
      />
    </RecordFormDialog>
  )
}
