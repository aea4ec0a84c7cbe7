import { bannerPages } from '@greenroom/contract/marketing/banner/banner.schema'
import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { FieldSkeleton } from '../../../shared/record/record-form/record-form-page.tsx'
import { useRowFocus } from '../../../shared/record/record-form/use-row-focus.ts'
import { Field } from '../../../ui/form-field.tsx'
import { FieldRow, FormSection } from '../../../ui/form-section.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { type BannerFormValues, newCustomField } from './banner-form-values.ts'
import { bannerFormMessages, bannerPageLabels, bannerRedirectLabels } from './banner-messages.ts'
import classes from './banner-redirect-section.module.css'

const EntityPicker = lazyPart('entity-picker', () =>
  import('./entity-picker.tsx').then((part) => part.EntityPicker),
)

interface RedirectSectionProps {
  form: UseFormReturnType<BannerFormValues>
}

/** Max custom fields: together with the entity ID, the 20 fields that the server accepts. */
const mostCustomFields = 19

/** The redirect of a banner (BAN-07). Fields of the other type keep their values until the form is saved. */
export function RedirectSection({ form }: RedirectSectionProps) {
  const { redirect_type } = form.values
  return (
    <FormSection title={bannerFormMessages.redirect} hint={bannerFormMessages.redirectHint}>
      <Field
        as={SegmentedControl}
        form={form}
        path="redirect_type"
        label={bannerFormMessages.redirectType}
        required
        options={bannerRedirectLabels}
      />
      {redirect_type === 'external' && (
        <TextField
          form={form}
          path="redirect_link"
          label={bannerFormMessages.url}
          required
          type="url"
          inputMode="url"
          placeholder="https://"
        />
      )}
      {redirect_type === 'internal' && (
        <>
          <Field
            as={SegmentedControl}
            form={form}
            path="page"
            label={bannerFormMessages.page}
            required
            options={bannerPageLabels}
            onChange={(chosen) => {
              form.setFieldValue('page', bannerPages.find((page) => page === chosen) ?? null)
              // It belongs to the other page.
              form.setFieldValue('entity_id', '')
            }}
          />
          <PartBoundary fallback={<FieldSkeleton hint={1} />}>
            <Field
              as={EntityPicker}
              form={form}
              path="entity_id"
              page={form.values.page}
              label={bannerFormMessages.entityId}
              hint={bannerFormMessages.entityIdHint}
            />
          </PartBoundary>
          <CustomFields form={form} />
        </>
      )}
    </FormSection>
  )
}

/** Names and values passed to the page (BAN-02, OQ-076). */
function CustomFields({ form }: RedirectSectionProps) {
  const { custom } = form.values
  const { rows, add, focusField } = useRowFocus<HTMLFieldSetElement>()

  const addField = () => {
    form.insertListItem('custom', newCustomField())
    focusField(`custom.${custom.length}.name`)
  }
  const removeField = (index: number) => {
    form.removeListItem('custom', index)
    add.current?.focus()
  }

  return (
    <fieldset ref={rows} className={classes.fields}>
      <legend className={classes.legend}>{bannerFormMessages.customFields}</legend>
      {custom.map(({ key }, index) => (
        <fieldset key={key} className={classes.row} aria-label={bannerFormMessages.customField(index + 1)}>
          <FieldRow>
            <TextField
              form={form}
              path={`custom.${index}.name`}
              label={bannerFormMessages.name}
              maxLength={100}
            />
            <TextField
              form={form}
              path={`custom.${index}.value`}
              label={bannerFormMessages.value}
              maxLength={2000}
            />
          </FieldRow>
          <IconButton
            label={bannerFormMessages.removeField(index + 1)}
            icon={<IconTrash size={16} stroke={1.5} aria-hidden="true" />}
            onClick={() => removeField(index)}
            className={classes.remove}
          />
        </fieldset>
      ))}
      {custom.length < mostCustomFields && (
        <Button
          ref={add}
          variant="default"
          size="md"
          className={classes.add}
          leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
          onClick={addField}
        >
          {bannerFormMessages.addField}
        </Button>
      )}
    </fieldset>
  )
}
