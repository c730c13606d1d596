package evidence

import "errors"

// A FormError says that a text does not have the form of its standard, or is not signed as required.
type FormError struct {
	// Code is stable: "note.unsigned", "trust.malformed", "json.number" and so on.
	Code   string
	Reason string
}

func (e *FormError) Error() string { return e.Code + ": " + e.Reason }

func malformed(code, reason string) error { return &FormError{code, reason} }

// codeOf is the code of a FormError, or "".
func codeOf(err error) string {
	var form *FormError
	if errors.As(err, &form) {
		return form.Code
	}
	return ""
}

// failed says that a check found something wrong.
type failed string

func (f failed) Error() string { return string(f) }

// notChecked says that a check lacks a value that it needs: it neither proves nor refutes anything.
type notChecked string

func (n notChecked) Error() string { return string(n) }
