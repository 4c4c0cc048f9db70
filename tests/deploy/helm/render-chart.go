// Renders a chart where Helm is not installed: Go's own templates and Sprig, which are what Helm uses, with the few
// functions that Helm adds. Needs Debian's golang-go, golang-github-masterminds-sprig-dev and golang-k8s-sigs-yaml-dev.
//
//	GO111MODULE=off GOPATH=/usr/share/gocode go run render-chart.go <chart> <release> [values.yaml …]
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

func main() {
	chart, release, files := os.Args[1], os.Args[2], os.Args[3:]
	values := read(filepath.Join(chart, "values.yaml"))
	for _, file := range files {
		values = merge(values, read(file))
	}
	about := read(filepath.Join(chart, "Chart.yaml"))
	data := map[string]interface{}{
		"Values":  values,
		"Chart":   map[string]interface{}{"Name": about["name"], "Version": about["version"], "AppVersion": about["appVersion"]},
		"Release": map[string]interface{}{"Name": release, "Namespace": "default", "Service": "Helm", "IsInstall": true},
	}
	root := template.New("chart").Option("missingkey=error")
	functions := sprig.TxtFuncMap()
	delete(functions, "env")
	delete(functions, "expandenv")
	functions["toYaml"] = func(value interface{}) string {
		text, err := yaml.Marshal(value)
		check(err)
		return strings.TrimSuffix(string(text), "\n")
	}
	functions["include"] = func(name string, data interface{}) (string, error) {
		var text strings.Builder
		err := root.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	root.Funcs(functions)
	names, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	check(err)
	for _, name := range names {
		text, err := os.ReadFile(name)
		check(err)
		_, err = root.New(name).Parse(string(text))
		check(err)
	}
	for _, name := range names {
		if strings.HasPrefix(filepath.Base(name), "_") {
			continue
		}
		var text strings.Builder
		check(root.ExecuteTemplate(&text, name, data))
		if strings.HasSuffix(name, ".yaml") {
			fmt.Printf("---\n# Source: %s\n%s\n", filepath.Base(name), text.String())
		}
	}
}

func read(file string) map[string]interface{} {
	text, err := os.ReadFile(file)
	check(err)
	values := map[string]interface{}{}
	check(yaml.Unmarshal(text, &values))
	return values
}

func merge(base, over map[string]interface{}) map[string]interface{} {
	for name, value := range over {
		inner, isMap := value.(map[string]interface{})
		below, hasMap := base[name].(map[string]interface{})
		if isMap && hasMap {
			value = merge(below, inner)
		}
		base[name] = value
	}
	return base
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
