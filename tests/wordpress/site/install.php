<?php
/**
 * Installs WordPress with the accounts and records of the tests. Runs on the command line.
 *
 * @package Statecast_Tests
 */

define( 'WP_INSTALLING', true );
require __DIR__ . '/wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';

const STATECAST_TEST_PASSWORD = 'live-news-24';

/**
 * Formats a time like MySQL.
 *
 * @param int $days Days from now.
 * @return string
 */
function statecast_test_time( $days ) {
	return gmdate( 'Y-m-d H:i:s', time() + $days * DAY_IN_SECONDS );
}

wp_install( 'Statecast', 'admin', 'admin@statecast.test', true, '', STATECAST_TEST_PASSWORD );
update_option( 'permalink_structure', '/%postname%/' );
update_option( 'active_plugins', array( 'statecast-host/statecast-host.php' ) );

// The accounts of the sandbox and one more. Their ids begin with 2.
$accounts = array(
	'member'        => array( 'Mara', 'Ellison' ),
	'paypal-member' => array( 'Pavel', 'Ostrowe' ),
	'manual-member' => array( 'Manon', "D'Averill" ),
	'guest'         => array( 'Gus', 'Tarrant' ),
	'lapsed'        => array( 'Leda', 'Prowse' ),
	'founder'       => array( 'Fern', 'Okafor' ),
);
foreach ( $accounts as $login => list( $first_name, $last_name ) ) {
	wp_insert_user(
		wp_slash(
			array(
				'user_login'   => $login,
				'user_email'   => "$login@statecast.test",
				'user_pass'    => STATECAST_TEST_PASSWORD,
				'first_name'   => $first_name,
				'last_name'    => $last_name,
				'display_name' => "$first_name $last_name",
				'role'         => 'subscriber',
			)
		)
	);
}

// Member, status of the subscription, days of the payments, gateway. Each payment grants access for 30 days.
$records       = array(
	array( '2', 'active', array( -70, -40, -10 ), 's7qsh6-5sg' ),
	array( '3', 'active', array( -10 ), 'qk9sts-6j1' ),
	array( '4', 'active', array( -10 ), 'manual' ),
	array( '6', 'cancelled', array( -90 ), 's7qsh6-5sg' ),
);
$subscriptions = array();
$transactions  = array();
foreach ( $records as $index => list( $member, $status, $days, $gateway ) ) {
	$subscription    = (string) ( $index + 11 );
	$common          = array(
		'membership' => '102',
		'member'     => $member,
		'coupon'     => '0',
		'gateway'    => $gateway,
		'total'      => '19.99',
		'response'   => null,
	);
	$subscriptions[] = $common + array(
		'id'           => $subscription,
		'subscr_id'    => "sub_$subscription",
		'price'        => '19.99',
		'period'       => '1',
		'period_type'  => 'months',
		'trial'        => '0',
		'trial_days'   => '0',
		'status'       => $status,
		'created_at'   => statecast_test_time( $days[0] ),
		'cc_last4'     => '4242',
		'cc_exp_month' => '12',
		'cc_exp_year'  => '2030',
		'token'        => '',
	);
	foreach ( $days as $day ) {
		$id             = (string) ( count( $transactions ) + 31 );
		$transactions[] = $common + array(
			'id'           => $id,
			'subscription' => $subscription,
			'amount'       => '19.99',
			'tax_amount'   => '0.00',
			'tax_rate'     => '0.000',
			'tax_desc'     => '',
			'trans_num'    => "ch_$id",
			'status'       => 'complete',
			'txn_type'     => 'payment',
			'prorated'     => '0',
			'created_at'   => statecast_test_time( $day ),
			'expires_at'   => statecast_test_time( $day + 30 ),
		);
	}
}
// A plan that is paid once has a transaction and no subscription.
$transactions[] = array_merge(
	end( $transactions ),
	array(
		'id'           => '50',
		'member'       => '7',
		'membership'   => '105',
		'subscription' => '0',
		'trans_num'    => 'ch_50',
		'created_at'   => statecast_test_time( -10 ),
		'expires_at'   => '0000-00-00 00:00:00',
	)
);
update_option( 'statecast_subscriptions', $subscriptions );
update_option( 'statecast_transactions', $transactions );
