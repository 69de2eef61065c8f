"""The system notes: conventions and sections as a document that prints well."""
