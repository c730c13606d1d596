// A real Kubernetes in one binary: control plane, node, kubectl, and what a cluster has beside Kubernetes itself: names
// (CoreDNS), figures for autoscaling (metrics-server), and NetworkPolicy.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/coredns/coredns/core/dnsserver"
	"github.com/coredns/coredns/coremain"
	_ "github.com/coredns/coredns/plugin/errors"
	_ "github.com/coredns/coredns/plugin/kubernetes"
	_ "github.com/coredns/coredns/plugin/ready"
	"go.etcd.io/etcd/server/v3/etcdmain"
	genericserver "k8s.io/apiserver/pkg/server"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	kubectl "k8s.io/kubectl/pkg/cmd"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	manager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	proxy "k8s.io/kubernetes/cmd/kube-proxy/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
	kubelet "k8s.io/kubernetes/cmd/kubelet/app"
	"sigs.k8s.io/kube-network-policies/pkg/networkpolicy"
	metrics "sigs.k8s.io/metrics-server/cmd/metrics-server/app"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: kube etcd|apiserver|manager|scheduler|kubelet|proxy|dns|metrics|policies|kubectl ...")
		os.Exit(2)
	}
	part := os.Args[1]
	os.Args = append([]string{part}, os.Args[2:]...)
	switch part {
	case "etcd":
		etcdmain.Main(os.Args)
	case "apiserver":
		os.Exit(cli.Run(apiserver.NewAPIServerCommand()))
	case "manager":
		os.Exit(cli.Run(manager.NewControllerManagerCommand()))
	case "scheduler":
		os.Exit(cli.Run(scheduler.NewSchedulerCommand()))
	case "kubelet":
		os.Exit(cli.Run(kubelet.NewKubeletCommand(context.Background())))
	case "proxy":
		os.Exit(cli.Run(proxy.NewProxyCommand()))
	case "dns":
		// The order in which plugins see a question.
		dnsserver.Directives = []string{"errors", "ready", "kubernetes"}
		coremain.Run()
	case "metrics":
		os.Exit(cli.Run(metrics.NewMetricsServerCommand(genericserver.SetupSignalHandler())))
	case "policies":
		if err := policies(os.Args[1], os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case "kubectl":
		os.Exit(cli.Run(kubectl.NewDefaultKubectlCommand()))
	default:
		os.Exit(2)
	}
}

// policies judges each packet that comes to NFQUEUE 100 on a node by the NetworkPolicies.
func policies(kubeconfig, node string) error {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	factory := informers.NewSharedInformerFactory(client, 0)
	controller, err := networkpolicy.NewController(client, factory.Networking().V1().NetworkPolicies(),
		factory.Core().V1().Namespaces(), factory.Core().V1().Pods(), nil, nil, nil, nil,
		networkpolicy.Config{NodeName: node, QueueID: 100})
	if err != nil {
		return err
	}
	ctx := context.Background()
	factory.Start(ctx.Done())
	return controller.Run(ctx)
}
